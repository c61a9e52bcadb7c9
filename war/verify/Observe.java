import java.io.*;
import java.lang.reflect.*;
import java.util.*;

/** What the classes of a homework do, as plain figures: observe.py for Java, request by request. */
public class Observe {
    static final int VALUES = 13, CARDS = 52, RIFFLES = 7;
    static final StringBuilder answer = new StringBuilder();

    static class Missing extends RuntimeException {
        Missing(String name) { super(name); }
    }

    public static void main(String[] arguments) throws Throwable {
        PrintStream answers = new PrintStream(System.out, true, "UTF-8");
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        for (String request; (request = requests.readLine()) != null; ) {
            answer.setLength(0);
            try {
                answer(request.split(" "));
            } catch (Missing missing) {
                answer.setLength(0);
                say("? " + missing.getMessage());
            } catch (InvocationTargetException error) {
                throw error.getCause();
            }
            answers.println(answer);
            answers.flush();
        }
    }

    static void answer(String[] words) throws Exception {
        int number = words.length > 1 && words[1].matches("\\d+") ? Integer.parseInt(words[1]) : 0;
        switch (words[0]) {
            case "cut" -> cut(number);
            case "split" -> split(number);
            case "riffle" -> riffle(number);
            case "mix" -> mix(number);
            case "shuffle" -> shuffle(number);
            case "rise" -> rise(number);
            case "deal" -> deal(number);
            case "round" -> round(battle(words[1]));
            case "play" -> play(battle(words[2]), number);
            case "game" -> game(battle(words[1]));
            case "stats" -> stats(number, Integer.parseInt(words[2]));
            case "turn" -> say(hasTurn() ? 1 : 0);
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    static void cut(int calls) throws Exception {
        Object deck = deck(VALUES);
        int[] found = new int[CARDS + 2];
        for (int call = 0; call < calls; call++) {
            int cut = (Integer) call(deck, "cut");
            found[cut >= 0 && cut <= CARDS ? cut : CARDS + 1]++;
        }
        say(found);
    }

    static void split(int calls) throws Exception {
        for (int call = 0; call < calls; call++) {
            Object deck = deck(VALUES);
            Object top = call(deck, "split");
            say(decks(top, deck));
        }
    }

    static void riffle(int calls) throws Exception {
        List<Integer> low = range(1, 26), high = range(27, 52);
        int bad = 0;
        for (int call = 0; call < calls; call++) {
            Object pile = deck(low), other = deck(high);
            call(pile, "riffleWith", other);
            List<Integer> ours = new ArrayList<>(), theirs = new ArrayList<>();
            for (int card : cards(pile)) (card <= 26 ? ours : theirs).add(card);
            if (!ours.equals(low) || !theirs.equals(high) || !cards(other).isEmpty()) bad++;
        }
        say(bad);
    }

    static void mix(int calls) throws Exception {
        Map<String, Integer> found = new TreeMap<>();
        for (int call = 0; call < calls; call++) {
            Object pile = deck(range(1, 5)), other = deck(range(6, 10));
            call(pile, "riffleWith", other);
            StringBuilder outcome = new StringBuilder();
            for (int card : cards(pile)) outcome.append(card <= 5 ? 1 : 2);
            found.merge(outcome.toString(), 1, Integer::sum);
        }
        for (Map.Entry<String, Integer> each : found.entrySet()) {
            say(each.getKey() + ":" + each.getValue());
        }
    }

    static void shuffle(int calls) throws Exception {
        int[] full = sorted(cards(deck(VALUES)));
        int found = 0, bad = 0;
        for (int call = 0; call < calls; call++) {
            Object deck = deck(VALUES);
            call(deck, "riffleShuffle", RIFFLES);
            int[] cards = array(cards(deck));
            if (suspicious(cards)) found++;
            Arrays.sort(cards);
            if (!Arrays.equals(cards, full)) bad++;
        }
        say(found);
        say(bad);
    }

    static void rise(int calls) throws Exception {
        List<Integer> order = range(1, CARDS);
        int[] found = new int[CARDS + 1], place = new int[CARDS + 1], all = array(order);
        for (int call = 0; call < calls; call++) {
            Object deck = deck(order);
            call(deck, "riffleShuffle", RIFFLES);
            int rising = 1;
            if (!Arrays.equals(sorted(cards(deck)), all)) rising = 0;
            int[] cards = array(cards(deck));
            if (rising == 1) {
                for (int i = 0; i < CARDS; i++) place[cards[i]] = i;
                for (int card = 1; card < CARDS; card++) {
                    if (place[card + 1] < place[card]) rising++;
                }
            }
            found[rising]++;
        }
        say(found);
    }

    static void deal(int calls) throws Exception {
        for (int seed = 0; seed < calls; seed++) {
            seed(seed);
            Object battle = make("Battle", VALUES);
            Object[] decks = {field(battle, "player1"), field(battle, "player2"),
                field(battle, "trick"), null, null};
            for (int again = 3; again < 5; again++) {
                seed(seed);
                decks[again] = deck(VALUES);
                call(decks[again], "riffleShuffle", RIFFLES);
            }
            say(decks(decks));
        }
    }

    static void round(Object battle) throws Exception {
        boolean before = (Boolean) call(battle, "isOver"), whole = (Boolean) call(battle, "oneRound");
        say(before ? 1 : 0);
        say(whole ? 1 : 0);
        say((Boolean) call(battle, "isOver") ? 1 : 0);
        say(state(battle));
    }

    static void play(Object battle, int turns) throws Exception {
        say(call(battle, "game", turns));
        say(call(battle, "winner"));
        say(state(battle));
    }

    static void game(Object battle) throws Exception {
        say(call(battle, "game"));
        say(state(battle));
    }

    /** Says the counts that are returned, or all integers that are printed. */
    static void stats(int values, int games) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true));
        try {
            Object counts = find(type("Battle"), "stats", 2).invoke(null, values, games);
            if (counts instanceof int[]) say((int[]) counts);
        } finally {
            System.setOut(before);
        }
        java.util.regex.Matcher numbers = java.util.regex.Pattern
            .compile("(?U)(?<![\\w.])\\d+(?![\\d.]|\\s*%)").matcher(printed.toString());
        while (numbers.find()) say(numbers.group());
    }

    static boolean hasTurn() {
        return Arrays.stream(type("Battle").getDeclaredFields()).anyMatch(f -> f.getName().equals("turn"));
    }

    /** Seeds what Math.random draws from: no official way does. */
    static void seed(long seed) throws Exception {
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

    /** What reflection has found, by names that are never those of two classes: to look again takes longer than a call. */
    static final Map<String, Method> methods = new HashMap<>();
    static final Map<String, Field> fields = new HashMap<>();
    static final Map<String, Constructor<?>> constructors = new HashMap<>();

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException error) {
            throw new Missing(name);
        }
    }

    static Method find(Class<?> type, String name, int parameters) {
        return methods.computeIfAbsent(name + parameters, key -> {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == parameters) {
                    method.setAccessible(true);
                    return method;
                }
            }
            throw new Missing(name + (parameters == 0 ? "()" : "(…)"));
        });
    }

    static Object call(Object owner, String name, Object... arguments) throws Exception {
        return find(owner.getClass(), name, arguments.length).invoke(owner, arguments);
    }

    static Object make(String name, Object... arguments) throws Exception {
        String key = arguments.length == 0 ? name : name + arguments[0].getClass();
        Constructor<?> known = constructors.get(key);
        if (known != null) return known.newInstance(arguments);
        for (Constructor<?> constructor : type(name).getDeclaredConstructors()) {
            Class<?>[] types = constructor.getParameterTypes();
            boolean fits = types.length == arguments.length;
            for (int i = 0; fits && i < types.length; i++) {
                fits = types[i].isInstance(arguments[i])
                    || types[i] == int.class && arguments[i] instanceof Integer;
            }
            if (fits) {
                constructor.setAccessible(true);
                constructors.put(key, constructor);
                return constructor.newInstance(arguments);
            }
        }
        throw new Missing(name + "()");
    }

    static Object field(Object owner, String name) throws Exception {
        Field field = fields.get(name);
        if (field != null) return field.get(owner);
        try {
            field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            fields.put(name, field);
            return field.get(owner);
        } catch (NoSuchFieldException error) {
            throw new Missing(name);
        }
    }

    static Object deck(int values) throws Exception { return make("Deck", values); }

    static Object deck(List<Integer> cards) throws Exception {
        return make("Deck", new LinkedList<>(cards));
    }

    @SuppressWarnings("unchecked")
    static List<Integer> cards(Object deck) throws Exception {
        return (List<Integer>) field(deck, "cards");
    }

    static Object battle(String state) throws Exception {
        Object[] decks = new Object[3];
        String[] parts = state.split("\\|");
        for (int i = 0; i < 3; i++) {
            List<Integer> cards = new ArrayList<>();
            for (String card : parts[i].split(",")) if (!card.equals("-")) cards.add(Integer.parseInt(card));
            decks[i] = deck(cards);
        }
        return make("Battle", decks);
    }

    static String state(Object battle) throws Exception {
        return decks(field(battle, "player1"), field(battle, "player2"), field(battle, "trick"));
    }

    static String decks(Object... decks) throws Exception {
        StringJoiner joined = new StringJoiner("|");
        for (Object deck : decks) {
            StringJoiner cards = new StringJoiner(",");
            for (int card : cards(deck)) cards.add(Integer.toString(card));
            joined.add(cards.length() == 0 ? "-" : cards.toString());
        }
        return joined.toString();
    }

    static List<Integer> range(int first, int last) {
        List<Integer> cards = new ArrayList<>();
        for (int card = first; card <= last; card++) cards.add(card);
        return cards;
    }

    static int[] array(List<Integer> cards) {
        int[] numbers = new int[cards.size()];
        int place = 0;
        for (int card : cards) numbers[place++] = card;
        return numbers;
    }

    static int[] sorted(List<Integer> cards) {
        int[] numbers = array(cards);
        Arrays.sort(numbers);
        return numbers;
    }

    static void say(Object word) { answer.append(answer.length() == 0 ? "" : " ").append(word); }

    static void say(int[] numbers) { for (int number : numbers) say(number); }
}
