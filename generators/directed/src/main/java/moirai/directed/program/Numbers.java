package moirai.directed.program;

import java.util.Set;

/**
 * The numbers that a program computes with: natural ones, or those with a sign, which may be below 0.
 *
 * @param natural the names of parameters and unknown numbers that are at least 0 although others have a sign, such as
 *    the size of a list
 */
public record Numbers(boolean areSigned, Set<String> natural) {

    /** The natural numbers. */
    public static final Numbers NATURAL = new Numbers(false, Set.of());

    public Numbers {
        natural = Set.copyOf(natural);
    }

    /** Returns numbers with a sign, apart from those with these names. */
    public static Numbers signed(Set<String> natural) {
        return new Numbers(true, natural);
    }

    /** Returns whether a parameter or unknown number is at least 0; an unknown number in a loop has many names. */
    public boolean isNatural(String name) {
        int number = name.indexOf('#');
        return !areSigned || natural.contains(number < 0 ? name : name.substring(0, number));
    }

    /** Returns the least number of so many bits beside the sign. */
    public int least(int bits) {
        return areSigned ? -(1 << bits) : 0;
    }
}
