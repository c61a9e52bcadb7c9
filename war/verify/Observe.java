import java.io.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.regex.*;

/** Calls the classes of a homework on request; observe.py documents the requests. */
public class Observe {
    static final int SUITS = 4, MOST_PRINTED = 1 << 16;
    static final long STACK = 1L << 28;
    static final Map<String, Class<?>> types = new HashMap<>();
    static final Printed printed = new Printed();
    static PrintStream answers;

    @SuppressWarnings("serial")
    static class Missing extends RuntimeException {
        Missing(String name) { super(name); }
    }

    /** Replaces standard output and keeps the end of the output. */
    static class Printed extends OutputStream {
        private final byte[] kept = new byte[MOST_PRINTED];
        private long size;

        @Override
        public synchronized void write(int b) { kept[(int) (size++ % MOST_PRINTED)] = (byte) b; }

        synchronized String taken() {
            StringBuilder text = new StringBuilder();
            for (long i = Math.max(0, size - MOST_PRINTED); i < size; i++) text.append((char) kept[(int) (i % MOST_PRINTED)]);
            size = 0;
            return text.toString();
        }
    }

    /** The arguments are the possible names of each class: Deck=TD1$Deck,Deck Battle=… */
    public static void main(String[] arguments) throws Exception {
        answers = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, "UTF-8");
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        System.setOut(new PrintStream(printed, true));
        System.setIn(new InputStream() {
            @Override
            public int read() {
                answers.println("< input");
                answers.flush();
                Runtime.getRuntime().halt(1);
                return -1;
            }
        });
        for (String argument : arguments) {
            for (String name : argument.split("=")[1].split(",")) {
                try {
                    types.putIfAbsent(argument.split("=")[0], Class.forName(name));
                } catch (ClassNotFoundException error) {
                    continue;
                }
            }
        }
        Thread thread = new Thread(null, () -> serve(requests), "requests", STACK);
        thread.start();
        thread.join();
        answers.flush();
        Runtime.getRuntime().halt(0);
    }

    static void serve(BufferedReader requests) {
        try {
            for (String request; (request = requests.readLine()) != null; ) {
                answer(request.split(";"));
                answers.println(".");
                answers.flush();
            }
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    static void answer(String[] parts) {
        String[][] steps = new String[parts.length][];
        for (int i = 0; i < parts.length; i++) steps[i] = parts[i].trim().split(" ");
        Map<String, Integer> found = new TreeMap<>();
        for (int time = 0; time < Integer.parseInt(steps[0][1]); time++) {
            String line = line(steps, time);
            boolean thrown = line.startsWith("! ") || line.startsWith("? ");
            if (thrown || steps[0][0].equals("each")) answers.println(line);
            else found.merge(line, 1, Integer::sum);
            if (thrown && steps[0][0].equals("tally")) return;
        }
        found.forEach((line, count) -> answers.println(count + " " + line));
    }

    static String line(String[][] steps, int time) {
        Map<String, Object> names = new HashMap<>();
        StringBuilder shown = new StringBuilder();
        try {
            for (int i = 1; i < steps.length; i++) take(steps[i], time, names, shown);
        } catch (Missing missing) {
            return "? " + missing.getMessage();
        } catch (InvocationTargetException error) {
            return ("! " + error.getCause()).replaceAll("\\s+", " ");
        } catch (ReflectiveOperationException | RuntimeException | Error error) {
            return ("! " + error).replaceAll("\\s+", " ");
        }
        return shown.toString();
    }

    static void take(String[] step, int time, Map<String, Object> names, StringBuilder shown) throws ReflectiveOperationException {
        switch (step[0]) {
            case "new" -> names.put(step[1], make(type(step[2]), values(step, 3, names)));
            case "call" -> names.put(step[1], call(names.get(step[2]), step[3], values(step, 4, names)));
            case "show" -> {
                for (Object value : values(step, 1, names)) say(shown, show(value));
            }
            case "look" -> say(shown, looked(array(cards(names.get(step[1]))), Integer.parseInt(step[2])));
            case "seed" -> seed(time);
            case "stats" -> stats(Integer.parseInt(step[1]), Integer.parseInt(step[2]), shown);
            default -> throw new IllegalArgumentException(step[0]);
        }
    }

    static Object[] values(String[] step, int from, Map<String, Object> names) throws ReflectiveOperationException {
        Object[] values = new Object[step.length - from];
        for (int i = from; i < step.length; i++) {
            String word = step[i];
            char first = word.charAt(0);
            if (first == '[') {
                LinkedList<Integer> list = new LinkedList<>();
                for (String card : word.substring(1, word.length() - 1).split(",")) if (!card.isEmpty()) list.add(Integer.parseInt(card));
                values[i - from] = list;
            } else if (first == '-' || Character.isDigit(first)) {
                values[i - from] = Integer.valueOf(word);
            } else {
                int dot = word.indexOf('.');
                Object value = names.get(dot < 0 ? word : word.substring(0, dot));
                values[i - from] = dot < 0 ? value : field(value, word.substring(dot + 1));
            }
        }
        return values;
    }

    static String show(Object value) throws ReflectiveOperationException {
        if (value instanceof Boolean) return (Boolean) value ? "1" : "0";
        if (!type("Deck").isInstance(value)) return String.valueOf(value).replace(' ', '_');
        StringJoiner joined = new StringJoiner(",");
        for (Object card : cards(value)) joined.add(String.valueOf(card));
        return joined.length() == 0 ? "-" : joined.toString();
    }

    static String looked(int[] cards, int nbVals) {
        int[] counts = new int[nbVals + 1];
        boolean full = cards.length == SUITS * nbVals;
        for (int card : cards) full = full && card >= 1 && card <= nbVals && ++counts[card] <= SUITS;
        return !full ? "lost" : suspicious(cards) ? "suspicious" : "fine";
    }

    /** Appends the counts that stats returns, or all integers that it prints. */
    static void stats(int values, int games, StringBuilder shown) throws ReflectiveOperationException {
        printed.taken();
        Method stats = find(type("Battle"), "stats", new Object[] {values, games});
        Object counts = stats.invoke(null, values, games);
        System.out.flush();
        if (counts instanceof int[]) {
            for (int count : (int[]) counts) say(shown, count);
            return;
        }
        Matcher numbers = Pattern.compile("(?U)(?<![\\w.])\\d+(?![\\d.]|\\s*%)").matcher(printed.taken());
        while (numbers.find()) say(shown, numbers.group());
    }

    /** Seeds the generator of Math.random by reflection, because Java has no official way. */
    static void seed(long seed) throws ReflectiveOperationException {
        Math.random();
        Class<?> holder = Class.forName("java.lang.Math$RandomNumberGeneratorHolder");
        Field generator = holder.getDeclaredField("randomNumberGenerator");
        generator.setAccessible(true);
        ((Random) generator.get(null)).setSeed(seed);
    }

    static boolean suspicious(int[] deck) {
        int twins = 0, quadruplets = 0, octuplets = 0, run = 1, pairRun = 1;
        for (int i = 1; i < deck.length; i++) {
            if (deck[i] == deck[i - 1]) {
                twins++;
                run++;
                pairRun++;
            } else if (pairRun > run && deck[i] == deck[i - run - 1]) {
                run = 1;
                pairRun++;
            } else {
                pairRun = run + 1;
                run = 1;
            }
            if (run >= 4) quadruplets++;
            if (pairRun >= 8 && pairRun > run) octuplets++;
        }
        return twins >= 14 || quadruplets >= 3 || octuplets >= 2;
    }

    /** Cache of methods, because a look-up by reflection takes longer than a call. */
    static final Map<String, Method> methods = new HashMap<>();
    static final Map<String, Field> fields = new HashMap<>();

    static Class<?> type(String name) {
        Class<?> type = types.get(name);
        if (type == null) throw new Missing(name);
        return type;
    }

    static Object call(Object owner, String name, Object... arguments) throws ReflectiveOperationException {
        return find(owner.getClass(), name, arguments).invoke(owner, arguments);
    }

    static Method find(Class<?> owner, String name, Object[] arguments) {
        return methods.computeIfAbsent(name + arguments.length, key -> {
            for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
                for (Method method : type.getDeclaredMethods()) {
                    if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
                        method.setAccessible(true);
                        return method;
                    }
                }
            }
            throw new Missing(name + (arguments.length == 0 ? "()" : "(…)"));
        });
    }

    static Object make(Class<?> type, Object... arguments) throws ReflectiveOperationException {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (fits(constructor.getParameterTypes(), arguments)) {
                constructor.setAccessible(true);
                return constructor.newInstance(arguments);
            }
        }
        throw new Missing(type.getSimpleName() + (arguments.length == 0 ? "()" : "(…)"));
    }

    static boolean fits(Class<?>[] types, Object[] arguments) {
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = types[i].isInstance(arguments[i]) || types[i] == int.class && arguments[i] instanceof Integer;
        }
        return fits;
    }

    static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field known = fields.get(name);
        for (Class<?> type = owner.getClass(); known == null && type != null; type = type.getSuperclass()) {
            try {
                known = type.getDeclaredField(name);
                known.setAccessible(true);
                fields.put(name, known);
            } catch (NoSuchFieldException error) {
                continue;
            }
        }
        if (known == null) throw new Missing(name);
        return known.get(owner);
    }

    static Collection<?> cards(Object deck) throws ReflectiveOperationException {
        return (Collection<?>) field(deck, "cards");
    }

    static int[] array(Collection<?> cards) {
        int[] numbers = new int[cards.size()];
        int place = 0;
        for (Object card : cards) numbers[place++] = (Integer) card;
        return numbers;
    }

    static void say(StringBuilder shown, Object word) { shown.append(shown.length() == 0 ? "" : " ").append(word); }
}
