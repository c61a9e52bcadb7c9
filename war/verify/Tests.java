import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.stream.*;

/** The tests of the assignment, on the classes Deck and Battle of a homework; tests.py says how they are called. */
public class Tests {
    /** The most characters of the output of stats that are looked at, the last ones. */
    static final int LAST = 5000;

    static String pick(Deck a, Deck b) {
        int card = a.pick(b);
        return "pick = " + card + ", a = " + show(a) + ", b = " + show(b);
    }

    static String pickAll(Deck a, Deck b) {
        a.pickAll(b);
        return "a = " + show(a) + ", b = " + show(b);
    }

    static String isValid(Deck a, int nbVals) {
        boolean valid = a.isValid(nbVals);
        return "isValid = " + valid + ", a = " + show(a);
    }

    static String copyDeck(Deck a) {
        Deck c = a.copy();
        String copied = "c = " + show(c);
        c.pick(deck("9"));
        return copied + "; c.pick([9]): a = " + show(a);
    }

    static String copyBattle(Deck player1, Deck player2, Deck trick) {
        Battle b = new Battle(player1, player2, trick);
        Battle c = b.copy();
        String copied = "c: " + show(c);
        for (Deck deck : List.of(c.player1, c.player2, c.trick)) deck.pick(deck("9"));
        return copied + "; pick([9]) in c: b: " + show(b);
    }

    static String cut(int nbVals) {
        int c = new Deck(nbVals).cut();
        return "" + c;
    }

    static String split(int nbVals) {
        Deck rest = new Deck(nbVals);
        Deck top = rest.split();
        return show(top) + show(rest);
    }

    static String riffleWith(Deck a, Deck b) {
        a.riffleWith(b);
        return show(a) + show(b);
    }

    static String riffleShuffle(int nbVals, int m) {
        Deck d = new Deck(nbVals);
        d.riffleShuffle(m);
        return show(d);
    }

    static String suspicious(int nbVals, int m) {
        Deck d = new Deck(nbVals);
        d.riffleShuffle(m);
        int[] deck = new int[d.cards.size()];
        int place = 0;
        for (Object card : d.cards) deck[place++] = (Integer) card;
        int[] full = IntStream.range(0, 4 * nbVals).map(i -> 1 + i / 4).toArray();
        if (!Arrays.equals(IntStream.of(deck).sorted().toArray(), full)) return "lost";
        int twins = 0, quadruplets = 0, octuplets = 0;
        for (int i = 0; i < deck.length; i++) {
            if (different(deck, i, 2) == 1) twins++;
            if (different(deck, i, 4) == 1) quadruplets++;
            if (different(deck, i, 8) == 2) octuplets++;
        }
        return twins >= 14 || quadruplets >= 3 || octuplets >= 2 ? "suspicious" : "fine";
    }

    static int different(int[] deck, int from, int cards) {
        long values = 0;
        if (from + cards > deck.length) return 0;
        for (int i = from; i < from + cards; i++) values |= 1L << deck[i];
        return Long.bitCount(values);
    }

    static String deal(int nbVals) {
        return show(new Battle(nbVals));
    }

    static String oneRound(Deck player1, Deck player2, int rounds) {
        Battle b = new Battle(player1, player2, new Deck());
        String results = "isOver = " + b.isOver();
        for (int i = 0; i < rounds; i++) {
            boolean finished = b.oneRound();
            results += "; oneRound = " + finished + ", isOver = " + b.isOver() + ", " + show(b);
        }
        return results;
    }

    static String gameTurns(Deck player1, Deck player2, int turns) {
        Battle b = new Battle(player1, player2, new Deck());
        int result = b.game(turns);
        return "game = " + result + ", winner = " + b.winner() + ", " + show(b);
    }

    static String game(Deck player1, Deck player2) {
        Battle b = new Battle(player1, player2, new Deck());
        int result = b.game();
        return "game = " + result + (result == 3 ? "" : ", " + show(b));
    }

    static String stats(int nbVals, int nbGames) {
        Battle.stats(nbVals, nbGames);
        String text = printed.toString(StandardCharsets.UTF_8).stripTrailing();
        return text.substring(Math.max(0, text.length() - LAST));
    }

    static String show(Deck deck) {
        return deck.cards.toString();
    }

    static String show(Battle b) {
        return "player1 = " + show(b.player1) + ", player2 = " + show(b.player2) + ", trick = " + show(b.trick);
    }

    static String run(Method test, String[] words) throws Throwable {
        Object[] arguments = new Object[test.getParameterCount()];
        for (int i = 0; i < arguments.length; i++)
            arguments[i] = test.getParameterTypes()[i] == int.class ? (Object) Integer.valueOf(words[i + 2]) : deck(words[i + 2]);
        try {
            return (String) test.invoke(null, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    static Deck deck(String cards) {
        LinkedList<Integer> list = new LinkedList<>();
        for (String card : cards.trim().split(" ")) if (!card.isEmpty()) list.add(Integer.valueOf(card));
        return new Deck(list);
    }

    /** The end of what the homework prints; it does not go among the answers. */
    static final ByteArrayOutputStream printed = new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            if (count > 1 << 20) {
                System.arraycopy(buf, count - LAST, buf, 0, LAST);
                count = LAST;
            }
            super.write(bytes, from, length);
        }
    };

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        System.setOut(new PrintStream(printed, false, "UTF-8"));
        System.setIn(new InputStream() {
            @Override
            public int read() {
                answers.println("< input");
                Runtime.getRuntime().halt(1);
                return -1;
            }
        });
        Thread thread = new Thread(null, () -> lines.lines().forEach(line -> answer(line.split(";", -1), answers)), "tests", 1L << 28);
        thread.start();
        thread.join();
        Runtime.getRuntime().halt(0);
    }

    static void answer(String[] words, PrintStream answers) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        printed.reset();
        try {
            Method test = Arrays.stream(Tests.class.getDeclaredMethods()).filter(method -> method.getName().equals(words[1])).findFirst().get();
            for (int time = Integer.parseInt(words[0]); time > 0; time--) counts.merge(run(test, words), 1, Integer::sum);
        } catch (Throwable error) {
            boolean missing = error instanceof NoSuchMethodError;
            answers.println(missing ? "? " + error.getMessage() : "! " + String.join(" ", error.toString().split("\\s+")));
        }
        StringBuilder text = new StringBuilder();
        counts.forEach((result, count) -> text.append(count).append('\t').append(result.replace('\n', '\t')).append('\n'));
        answers.print(text + ".\n");
        answers.flush();
    }
}
