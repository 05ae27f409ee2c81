package moirai.studies.refutation.programs;

import java.util.ArrayList;
import java.util.List;

/** The names that the code of one transaction may use at a place. */
public final class Scope {

    private final Dice dice;
    private final boolean isPlain;
    private final List<String> numbers = new ArrayList<>(List.of("id", "other", "amount"));
    private int fresh;

    /** @param isPlain whether conditions are mostly such that analyses take them over exactly */
    Scope(Dice dice, boolean isPlain) {
        this.dice = dice;
        this.isPlain = isPlain;
    }

    boolean isPlain() {
        return isPlain;
    }

    Dice dice() {
        return dice;
    }

    /** Returns a name that is not used yet. */
    String fresh(String prefix) {
        return prefix + ++fresh;
    }

    /** Makes a number known to the code after this. */
    void add(String number) {
        numbers.add(number);
    }

    /** Forgets what was declared since there were so many numbers: a block has ended. */
    void leave(int count) {
        while (numbers.size() > count) {
            numbers.removeLast();
        }
    }

    int count() {
        return numbers.size();
    }

    /** Returns a number that is known, the youngest more often. */
    String number() {
        return dice.chance(40) ? numbers.getLast() : dice.pick(numbers);
    }

    /** Returns a small constant, mostly one that bounds of three bits reach. */
    int constant() {
        return dice.chance(isPlain ? 95 : 80) ? dice.below(4) : dice.pick(-3, -1, 5, 7, 8, 20, 100);
    }

    /** Returns the key of a row, mostly the one that calls share. */
    String key() {
        return dice.chance(70) ? "id" : dice.chance(70) ? "other" : String.valueOf(1 + dice.below(2));
    }

    /** Returns code of one line. */
    public static Snippet line(String text) {
        return new Snippet.Line(text);
    }

    /** Returns code in braces. */
    static Snippet block(String head, List<Snippet> inner) {
        return new Snippet.Block(head + " {", inner, "}");
    }
}
