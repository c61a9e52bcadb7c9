package td1;

public class Test1 {
    class Deck {}

    public static void main(String[] args) { new CourseOnly().check(); }
}
