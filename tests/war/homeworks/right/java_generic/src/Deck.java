package game.war;

import game.piles.Pile;
import java.util.LinkedList;

public class Deck extends Pile<Integer> {
    public Deck() { super(); }

    public Deck(LinkedList<Integer> cards) { super(cards); }

    public Deck(int nbVals) {
        this();
        for (int value = 1; value <= nbVals; value++) {
            for (int suit = 0; suit < 4; suit++) cards.add(value);
        }
    }

    public Deck copy() { return new Deck(new LinkedList<>(cards)); }

    @Override
    public String toString() { return cards.toString(); }

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
        cards.clear();
        cards.addAll(f.cards);
    }

    void riffleShuffle(int m) {
        for (int i = 0; i < m; i++) riffleWith(split());
    }
}
