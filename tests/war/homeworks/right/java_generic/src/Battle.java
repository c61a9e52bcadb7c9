package game.war;

class Battle {
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
