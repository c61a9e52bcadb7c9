package homework;

/** Test 23 as a student runs it: `java homework.Shuffles DECKS` counts the suspicious decks after seven riffles. */
public class Shuffles {
    public static void main(String[] arguments) {
        int found = 0;
        for (int left = Integer.parseInt(arguments[0]); left > 0; left--) {
            Deck deck = new Deck(13);
            deck.riffleShuffle(7);
            if (twins(deck) >= 14) found++;
        }
        System.out.println(found);
    }

    static int twins(Deck deck) {
        Deck seen = new Deck();
        int twins = 0;
        for (int last = -1, card; (card = seen.pick(deck)) != -1; last = card) if (card == last) twins++;
        return twins;
    }
}
