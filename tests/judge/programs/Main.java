import java.util.*;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(Half.add(in.nextInt(), in.nextInt()));
    }
}
