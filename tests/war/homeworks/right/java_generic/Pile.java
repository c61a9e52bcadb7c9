package game.piles;

import java.util.LinkedList;

public class Pile<T extends Comparable<T>> {
    protected final LinkedList<T> cards;

    protected Pile() { this(new LinkedList<T>()); }

    protected Pile(LinkedList<T> cards) { this.cards = cards; }

    public int size() { return cards.size(); }
}
