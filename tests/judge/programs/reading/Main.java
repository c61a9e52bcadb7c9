import java.util.*;
public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        for (String word : in.nextLine().split(" "))
            if (!word.isEmpty()) sum += Integer.parseInt(word);
        System.out.println(sum);
    }
}
