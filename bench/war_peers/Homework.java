import java.lang.management.ManagementFactory;
import java.util.LinkedList;

/**
 * The homework as a good student hands it in: linked lists, and Floyd's tortoise and hare.
 *
 * <p>Usage: java Homework.java NB_VALS WARM_UP GAMES ALTERNATE toString|equals; plays WARM_UP games, then GAMES more,
 * and prints the draws, wins of player 1, wins of player 2 and infinite games among these, and their CPU seconds.
 */
class Homework {
    public static void main(String[] args) {
        int nbVals = Integer.parseInt(args[0]);
        Battle.alternate = args[3].equals("1");
        Battle.byString = args[4].equals("toString");
        Battle.stats(nbVals, Integer.parseInt(args[1]));
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        int[] counts = Battle.stats(nbVals, Integer.parseInt(args[2]));
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        System.out.printf("%d %d %d %d %.6f%n", counts[0], counts[1], counts[2], counts[3], spent / 1e9);
    }
}

class Deck {
    LinkedList<Integer> cards;

    Deck() {
        cards = new LinkedList<>();
    }

    Deck(LinkedList<Integer> cards) {
        this.cards = cards;
    }

    Deck(int nbVals) {
        this();
        for (int value = 1; value <= nbVals; value++)
            for (int suit = 0; suit < 4; suit++) cards.add(value);
    }

    Deck copy() {
        return new Deck(new LinkedList<>(cards));
    }

    @Override
    public String toString() {
        return cards.toString();
    }

    int pick(Deck d) {
        if (d.cards.isEmpty()) return -1;
        int card = d.cards.removeFirst();
        cards.addLast(card);
        return card;
    }

    void pickAll(Deck d) {
        while (!d.cards.isEmpty()) pick(d);
    }

    int cut() {
        int heads = 0;
        for (int i = 0; i < cards.size(); i++) if (Math.random() < 0.5) heads++;
        return heads;
    }

    Deck split() {
        Deck top = new Deck();
        for (int c = cut(); c > 0; c--) top.pick(this);
        return top;
    }

    void riffleWith(Deck d) {
        Deck f = new Deck();
        int a = cards.size(), b = d.cards.size();
        while (a + b > 0)
            if (Math.random() * (a + b) < a) {
                f.pick(this);
                a--;
            } else {
                f.pick(d);
                b--;
            }
        cards = f.cards;
    }

    void riffleShuffle(int m) {
        for (int i = 0; i < m; i++) riffleWith(split());
    }
}

class Battle {
    static boolean alternate, byString;

    Deck player1 = new Deck(), player2 = new Deck(), trick = new Deck();
    boolean turn = true;

    Battle() {}

    Battle(int nbVals) {
        Deck deck = new Deck(nbVals);
        deck.riffleShuffle(7);
        while (!deck.cards.isEmpty()) {
            player1.pick(deck);
            player2.pick(deck);
        }
    }

    Battle copy() {
        Battle b = new Battle();
        b.player1 = player1.copy();
        b.player2 = player2.copy();
        b.trick = trick.copy();
        b.turn = turn;
        return b;
    }

    @Override
    public String toString() {
        return "Player 1 : " + player1 + "\nPlayer 2 : " + player2 + "\nTrick " + trick + " " + turn;
    }

    boolean same(Battle b) {
        if (byString) return toString().equals(b.toString());
        return turn == b.turn && player1.cards.equals(b.player1.cards) && player2.cards.equals(b.player2.cards);
    }

    boolean isOver() {
        return player1.cards.isEmpty() || player2.cards.isEmpty();
    }

    boolean oneRound() {
        Deck first = turn ? player1 : player2, second = turn ? player2 : player1;
        if (isOver()) return false;
        int x = trick.pick(first), y = trick.pick(second);
        while (x == y) {
            if (isOver()) return false;
            trick.pick(first);
            trick.pick(second);
            if (isOver()) return false;
            x = trick.pick(first);
            y = trick.pick(second);
        }
        (x > y ? first : second).pickAll(trick);
        if (alternate) turn = !turn;
        return true;
    }

    int winner() {
        return Integer.compare(player1.cards.size(), player2.cards.size()) == 0 ? 0
            : player1.cards.size() > player2.cards.size() ? 1 : 2;
    }

    int game() {
        Battle tortoise = copy();
        while (oneRound() && oneRound()) {
            tortoise.oneRound();
            if (same(tortoise)) return 3;
        }
        return winner();
    }

    static int[] stats(int nbVals, int nbGames) {
        int[] counts = new int[4];
        for (int i = 0; i < nbGames; i++) counts[new Battle(nbVals).game()]++;
        return counts;
    }
}
