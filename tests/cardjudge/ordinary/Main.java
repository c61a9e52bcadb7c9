import java.nio.file.*;
import java.time.*;
import java.util.stream.*;
public class Main {
    public static void main(String[] words) throws Exception {
        Path file = Files.createTempFile("a", "b");
        Files.writeString(file, "牌");
        ZonedDateTime.now(ZoneId.of("Asia/Taipei"));
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        System.out.println(IntStream.range(0, 2).parallel().map(n -> 1).sum());
    }
}
