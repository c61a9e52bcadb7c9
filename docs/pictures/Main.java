import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;

/** A homework with one mistake: it compares pairs by their lower card. */
public class Main {
    static final List<String> RANKS = List.of("3 4 5 6 7 8 9 10 J Q K A 2".split(" "));
    static final String SUITS = "CDHS";

    /** A play on the table: its kind, and the card by which it is compared. */
    record Play(String kind, int key) {}

    static int card(String word) {
        String rank = word.substring(2, word.length() - 1);
        return 4 * RANKS.indexOf(rank) + SUITS.indexOf(word.charAt(0));
    }

    static String word(int card) {
        return SUITS.charAt(card % 4) + "[" + RANKS.get(card / 4) + "]";
    }

    static String words(List<Integer> cards) {
        return String.join(" ", cards.stream().map(Main::word).toList());
    }

    static void show(List<Integer> hand) {
        StringBuilder indices = new StringBuilder();
        for (int i = 0; i < hand.size(); i++) {
            indices.append(i);
            if (i + 1 < hand.size()) {
                int columns = word(hand.get(i)).length() + 1;
                indices.append(" ".repeat(columns - String.valueOf(i).length()));
            }
        }
        System.out.println(indices + "\n" + words(hand));
    }

    static Play recognise(List<Integer> cards) {
        List<Integer> ranks = cards.stream().map(card -> card / 4).toList();
        if (cards.size() == 1) return new Play("單張", cards.get(0));
        if (cards.size() == 2 && ranks.get(0).equals(ranks.get(1)))
            return new Play("對子", cards.get(0)); // the mistake: the greater card is the second
        if (cards.size() != 5) return null;
        for (int start = 0; start < 13; start++) {
            List<Integer> run = new ArrayList<>();
            for (int step = 0; step < 5; step++) run.add((start + step) % 13);
            Collections.sort(run);
            if (run.equals(ranks)) return new Play("順子", cards.get(4));
        }
        int middle = ranks.get(2);
        boolean house = ranks.get(0).equals(ranks.get(1)) && ranks.get(3).equals(ranks.get(4));
        house = house && (middle == ranks.get(0) || middle == ranks.get(4));
        return house ? new Play("葫蘆", middle) : null;
    }

    /** Returns the chosen cards in ascending order; null where an index is wrong. */
    static List<Integer> chosen(List<Integer> hand, String[] indices) {
        Set<Integer> places = new HashSet<>();
        for (String index : indices) {
            int place = Integer.parseInt(index);
            if (place < 0 || place >= hand.size() || !places.add(place)) return null;
        }
        return new ArrayList<>(places.stream().sorted().map(hand::get).toList());
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String[] deck = in.nextLine().trim().split("\\s+");
        String[] names = new String[4];
        List<List<Integer>> hands = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            names[p] = in.nextLine().trim();
            hands.add(new ArrayList<>());
        }
        for (int i = 0; i < 52; i++) hands.get(i % 4).add(card(deck[51 - i]));
        hands.forEach(Collections::sort);
        int turn = 0;
        while (hands.get(turn).get(0) != 0) turn++;
        Play table = null;
        int passes = 0;
        boolean first = true;
        System.out.println("新的回合開始了。\n輪到" + names[turn] + "了");
        show(hands.get(turn));
        while (in.hasNextLine()) {
            List<Integer> hand = hands.get(turn);
            String[] indices = in.nextLine().trim().split("\\s+");
            if (indices[0].equals("-1")) {
                if (table == null) {
                    System.out.println("你不能在新的回合中喊 PASS");
                    show(hand);
                    continue;
                }
                System.out.println("玩家 " + names[turn] + " PASS.");
                if (++passes == 3) {
                    table = null;
                    passes = 0;
                    System.out.println("新的回合開始了。");
                }
            } else {
                List<Integer> cards = chosen(hand, indices);
                Play play = cards == null ? null : recognise(cards);
                boolean legal = play != null && (!first || cards.get(0) == 0);
                if (legal && table != null)
                    legal = play.kind().equals(table.kind()) && play.key() > table.key();
                if (!legal) {
                    System.out.println("此牌型不合法，請再嘗試一次。");
                    show(hand);
                    continue;
                }
                System.out.println(
                        "玩家 " + names[turn] + " 打出了 " + play.kind() + " " + words(cards));
                table = play;
                passes = 0;
                first = false;
                hand.removeAll(cards);
                if (hand.isEmpty()) {
                    System.out.println("遊戲結束，遊戲的勝利者為 " + names[turn]);
                    return;
                }
            }
            turn = (turn + 1) % 4;
            System.out.println("輪到" + names[turn] + "了");
            show(hands.get(turn));
        }
    }
}
