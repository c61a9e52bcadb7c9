import java.util.Scanner;
class Helper {}
public class Sum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        while (in.hasNextLong()) { sum += in.nextLong(); }
        BODY
        System.out.println(sum);
    }
}
