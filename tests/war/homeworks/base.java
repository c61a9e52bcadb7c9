import java.util.*;

class Deck {
    LinkedList<Integer> cards;

    Deck() {
        cards = new LinkedList<>();
    }

    Deck(LinkedList<Integer> cards) {
        this.cards = cards;
    }

    Deck(int nbVals) {
        cards = new LinkedList<>();
        for (int value = 1; value <= nbVals; value++)
            for (int suit = 0; suit < 4; suit++)
                cards.add(value);
    }

    Deck copy() {
        return new Deck(new LinkedList<>(cards));
    }

    public String toString() {
        return cards.toString();
    }

    int pick(Deck d) {
        if (d.cards.isEmpty())
            return -1;
        int card = d.cards.removeFirst();
        cards.addLast(card);
        return card;
    }

    void pickAll(Deck d) {
        while (!d.cards.isEmpty())
            pick(d);
    }

    boolean isValid(int nbVals) {
        int[] count = new int[nbVals + 1];
        for (int card : cards) {
            if (card < 1 || card > nbVals)
                return false;
            if (++count[card] > 4)
                return false;
        }
        return true;
    }

    int cut() {
        int heads = 0;
        for (int i = 0; i < cards.size(); i++)
            if (Math.random() < 0.5)
                heads++;
        return heads;
    }

    Deck split() {
        Deck top = new Deck();
        int c = cut();
        for (int i = 0; i < c; i++)
            top.pick(this);
        return top;
    }

    void riffleWith(Deck d) {
        Deck f = new Deck();
        while (!cards.isEmpty() || !d.cards.isEmpty()) {
            double a = cards.size();
            double b = d.cards.size();
            if (Math.random() < a / (a + b))
                f.pick(this);
            else
                f.pick(d);
        }
        cards = f.cards;
    }

    void riffleShuffle(int m) {
        for (int i = 0; i < m; i++) {
            Deck top = split();
            riffleWith(top);
        }
    }
}

class Battle {
    Deck player1;
    Deck player2;
    Deck trick;

    Battle() {
        player1 = new Deck();
        player2 = new Deck();
        trick = new Deck();
    }

    Battle(Deck player1, Deck player2, Deck trick) {
        this.player1 = player1;
        this.player2 = player2;
        this.trick = trick;
    }

    Battle(int nbVals) {
        this();
        Deck deck = new Deck(nbVals);
        deck.riffleShuffle(7);
        while (!deck.cards.isEmpty()) {
            player1.pick(deck);
            player2.pick(deck);
        }
    }

    Battle copy() {
        return new Battle(player1.copy(), player2.copy(), trick.copy());
    }

    public String toString() {
        return player1 + " / " + player2 + " / " + trick;
    }

    boolean isOver() {
        return player1.cards.isEmpty() || player2.cards.isEmpty();
    }

    boolean oneRound() {
        while (true) {
            if (isOver())
                return false;
            int card1 = trick.pick(player1);
            int card2 = trick.pick(player2);
            if (card1 > card2) {
                player1.pickAll(trick);
                return true;
            }
            if (card1 < card2) {
                player2.pickAll(trick);
                return true;
            }
            if (isOver())
                return false;
            trick.pick(player1);
            trick.pick(player2);
        }
    }

    int winner() {
        int cards1 = player1.cards.size();
        int cards2 = player2.cards.size();
        if (cards1 > cards2)
            return 1;
        if (cards1 < cards2)
            return 2;
        return 0;
    }

    int game(int turns) {
        for (int i = 0; i < turns; i++) {
            if (!oneRound())
                break;
        }
        return winner();
    }

    int game() {
        Battle turtle = copy();
        while (!isOver()) {
            turtle.oneRound();
            if (!oneRound())
                return winner();
            if (!oneRound())
                return winner();
            if (turtle.toString().equals(toString()))
                return 3;
        }
        return winner();
    }

    static void stats(int nbVals, int nbGames) {
        int wins1 = 0;
        int wins2 = 0;
        int infinite = 0;
        int drawn = 0;
        for (int i = 0; i < nbGames; i++) {
            int result = new Battle(nbVals).game();
            if (result == 1)
                wins1++;
            else if (result == 2)
                wins2++;
            else if (result == 3)
                infinite++;
            else
                drawn++;
        }
        System.out.println("player1 wins: " + wins1);
        System.out.println("player2 wins: " + wins2);
        System.out.println("infinite games: " + infinite);
        System.out.println("draws: " + drawn);
    }
}
