package td1;

import java.util.LinkedList;

/** Keeps a field that nothing reads. */
class Battle {
    int turn = 0;
    Deck player1 = new Deck(), player2 = new Deck(), trick = new Deck();

    Battle() {}

    Battle(Deck player1, Deck player2, Deck trick) {
        this.player1 = player1;
        this.player2 = player2;
        this.trick = trick;
    }

    Battle(int nbVals) {
        Deck deck = new Deck(nbVals);
        deck.riffleShuffle(7);
        while (deck.size() > 0) {
            player1.pick(deck);
            player2.pick(deck);
        }
    }

    Battle copy() { return new Battle(player1.copy(), player2.copy(), trick.copy()); }

    public String toString() { return player1 + "\n" + player2 + "\n" + trick; }

    boolean isOver() { return player1.size() == 0 || player2.size() == 0; }

    boolean oneRound() {
        if (isOver()) return false;
        int x = trick.pick(player1), y = trick.pick(player2);
        while (x == y) {
            if (isOver()) return false;
            trick.pick(player1);
            trick.pick(player2);
            if (isOver()) return false;
            x = trick.pick(player1);
            y = trick.pick(player2);
        }
        (x > y ? player1 : player2).pickAll(trick);
        return true;
    }

    int winner() {
        int one = player1.size(), two = player2.size();
        return one == two ? 0 : one > two ? 1 : 2;
    }

    int game(int turns) {
        while (turns > 0 && oneRound()) turns--;
        return winner();
    }

    int game() {
        Battle tortoise = copy();
        while (oneRound() && oneRound()) {
            tortoise.oneRound();
            if (toString().equals(tortoise.toString())) return 3;
        }
        return winner();
    }

    static void stats(int nbVals, int nbGames) {
        int[] counts = new int[4];
        for (int i = 0; i < nbGames; i++) counts[new Battle(nbVals).game()]++;
        System.out.println("player1: " + counts[1] + ", player2: " + counts[2]);
        System.out.println("infinite: " + counts[3] + ", draws: " + counts[0]);
    }
}

class Deck {
    private LinkedList<Integer> cards;

    public Deck() { cards = new LinkedList<>(); }

    public Deck(LinkedList<Integer> cards) { this.cards = cards; }

    public Deck(int nbVals) {
        this();
        for (int value = 1; value <= nbVals; value++) {
            for (int suit = 0; suit < 4; suit++) cards.add(value);
        }
    }

    public Deck copy() { return new Deck(new LinkedList<>(cards)); }

    @Override
    public String toString() { return cards.toString(); }

    int size() { return cards.size(); }

    int pick(Deck d) {
        if (d.cards.isEmpty()) return -1;
        cards.addLast(d.cards.removeFirst());
        return cards.getLast();
    }

    void pickAll(Deck d) { while (!d.cards.isEmpty()) pick(d); }

    boolean isValid(int nbVals) {
        int[] counts = new int[nbVals + 1];
        for (int card : cards) if (card < 1 || card > nbVals || ++counts[card] > 4) return false;
        return true;
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
        for (int a = size(), b = d.size(); a + b > 0; a = size(), b = d.size()) {
            f.pick(Math.random() * (a + b) < a ? this : d);
        }
        cards = f.cards;
    }

    void riffleShuffle(int m) {
        for (int i = 0; i < m; i++) riffleWith(split());
    }
}
