package moirai.directed.solving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of a fixed number of bits in a circuit, natural or with a sign; a number is a list of literals, the
 * lowest bit first. The sign is the last bit, as in two's complement.
 */
public final class Words {

    private final Circuit circuit;
    private final int width;
    private final boolean isSigned;

    private Words(Circuit circuit, int width, boolean isSigned) {
        this.circuit = circuit;
        this.width = width;
        this.isSigned = isSigned;
    }

    /** Creates numbers from 0 to 2^bits - 1; 1 to 16 bits. */
    public Words(Circuit circuit, int bits) {
        this(circuit, accepted(bits), false);
    }

    /** Creates numbers from -2^bits to 2^bits - 1; 1 to 16 bits. */
    public static Words signed(Circuit circuit, int bits) {
        return new Words(circuit, accepted(bits) + 1, true);
    }

    private static int accepted(int bits) {
        if (bits < 1 || bits > 16) {
            throw new IllegalArgumentException("width of " + bits + " bits; accepted: 1 to 16");
        }
        return bits;
    }

    /** A number, and the literal that it is wrong because it does not fit. */
    public record Checked(List<Integer> word, int overflow) {

        public Checked {
            word = List.copyOf(word);
        }
    }

    /** Returns a number that the solver chooses. */
    public List<Integer> variable() {
        return IntStream.range(0, width).mapToObj(bit -> circuit.variable()).toList();
    }

    /** Returns a number, not below 0, that the solver chooses. */
    public List<Integer> natural() {
        var word = new ArrayList<>(variable());
        if (isSigned) {
            word.set(width - 1, Circuit.FALSE);
        }
        return word;
    }

    /** Returns this number; it overflows if it does not fit. */
    public Checked constant(int value) {
        var word = new ArrayList<Integer>();
        for (int i = 0; i < width; i++) {
            word.add((value >> i & 1) == 1 ? Circuit.TRUE : Circuit.FALSE);
        }
        int beyond = value >> (isSigned ? width - 1 : width);
        return new Checked(word, beyond == 0 || (isSigned && beyond == -1) ? Circuit.FALSE : Circuit.TRUE);
    }

    /** Returns the number 0. */
    public List<Integer> zero() {
        return Collections.nCopies(width, Circuit.FALSE);
    }

    /** Returns the literal that the numbers are equal. */
    public int equal(List<Integer> left, List<Integer> right) {
        int[] bits = new int[width];
        for (int i = 0; i < width; i++) {
            bits[i] = circuit.iff(left.get(i), right.get(i));
        }
        return circuit.and(bits);
    }

    /** Returns the literal that the left number is the smaller one. */
    public int less(List<Integer> left, List<Integer> right) {
        int less = Circuit.FALSE;
        for (int i = 0; i < width; i++) {
            boolean isSign = isSigned && i == width - 1;
            int low = isSign ? right.get(i) : left.get(i);
            int high = isSign ? left.get(i) : right.get(i);
            int here = circuit.and(Circuit.not(low), high);
            less = circuit.or(here, circuit.and(circuit.iff(left.get(i), right.get(i)), less));
        }
        return less;
    }

    /** Returns the sum. */
    public Checked plus(List<Integer> left, List<Integer> right) {
        var sum = new ArrayList<Integer>();
        int carry = Circuit.FALSE;
        for (int i = 0; i < width; i++) {
            int either = Circuit.not(circuit.iff(left.get(i), right.get(i)));
            sum.add(Circuit.not(circuit.iff(either, carry)));
            carry = circuit.or(circuit.and(left.get(i), right.get(i)), circuit.and(either, carry));
        }
        return new Checked(sum, isSigned ? wrong(sum, left, Circuit.not(right.getLast())) : carry);
    }

    /** Returns the literal that a sum has not the sign that the number and the one that is added have in common. */
    private int wrong(List<Integer> sum, List<Integer> number, int isOtherNatural) {
        int sign = number.getLast();
        int isCommon = circuit.iff(sign, Circuit.not(isOtherNatural));
        return circuit.and(isCommon, Circuit.not(circuit.iff(sign, sum.getLast())));
    }

    /** Returns the difference; natural numbers overflow below 0. */
    public Checked minus(List<Integer> left, List<Integer> right) {
        var difference = new ArrayList<Integer>();
        int borrow = Circuit.FALSE;
        for (int i = 0; i < width; i++) {
            int either = Circuit.not(circuit.iff(left.get(i), right.get(i)));
            difference.add(Circuit.not(circuit.iff(either, borrow)));
            borrow = circuit.or(
                    circuit.and(Circuit.not(left.get(i)), right.get(i)), circuit.and(Circuit.not(either), borrow));
        }
        return new Checked(difference, isSigned ? wrong(difference, left, right.getLast()) : borrow);
    }

    /** Returns the product. */
    public Checked times(List<Integer> left, List<Integer> right) {
        return isSigned ? signedProduct(left, right) : naturalProduct(left, right);
    }

    /** Returns the product of numbers with a sign: in twice the bits, of which the upper half repeats the sign. */
    private Checked signedProduct(List<Integer> left, List<Integer> right) {
        var wide = new Words(circuit, 2 * width, false);
        List<Integer> product =
                wide.naturalProduct(extended(left), extended(right)).word();
        int[] same = product.subList(width, 2 * width).stream()
                .mapToInt(bit -> circuit.iff(bit, product.get(width - 1)))
                .toArray();
        return new Checked(product.subList(0, width), Circuit.not(circuit.and(same)));
    }

    private List<Integer> extended(List<Integer> word) {
        var extended = new ArrayList<>(word);
        extended.addAll(Collections.nCopies(width, word.getLast()));
        return extended;
    }

    private Checked naturalProduct(List<Integer> left, List<Integer> right) {
        List<Integer> product = zero();
        int overflow = Circuit.FALSE;
        for (int shift = 0; shift < width; shift++) {
            var addend = new ArrayList<Integer>();
            for (int i = 0; i < width; i++) {
                addend.add(i < shift ? Circuit.FALSE : circuit.and(left.get(i - shift), right.get(shift)));
            }
            for (int lost = width - shift; lost < width; lost++) {
                overflow = circuit.or(overflow, circuit.and(left.get(lost), right.get(shift)));
            }
            Checked sum = plus(product, addend);
            product = sum.word();
            overflow = circuit.or(overflow, sum.overflow());
        }
        return new Checked(product, overflow);
    }

    /** Returns the number itself if the literal holds, otherwise 0. */
    public List<Integer> masked(int literal, List<Integer> word) {
        return word.stream().map(bit -> circuit.and(literal, bit)).toList();
    }

    /** Returns the one of the numbers that is not 0, or 0; at most one of them may differ from 0. */
    public List<Integer> merged(List<List<Integer>> words) {
        return IntStream.range(0, width)
                .mapToObj(bit -> circuit.or(
                        words.stream().mapToInt(word -> word.get(bit)).toArray()))
                .toList();
    }

    /** Returns how many of the literals hold. There have to be fewer than 2^width of them. */
    public List<Integer> count(List<Integer> literals) {
        List<Integer> count = zero();
        for (int literal : literals) {
            List<Integer> one = masked(literal, constant(1).word());
            count = plus(count, one).word();
        }
        return count;
    }

    /** Requires that the numbers, or single bits, are equal from now on whenever the condition holds. */
    public void impliesEqual(List<Integer> left, List<Integer> right, int condition) {
        for (int i = 0; i < left.size(); i++) {
            circuit.implies(right.get(i), condition, left.get(i));
            circuit.implies(left.get(i), condition, right.get(i));
        }
    }

    /** Returns the literals that together say that a number is 0, those that bring it nearest first. */
    public List<Integer> nearZero(List<Integer> word) {
        int sign = isSigned && word.size() == width ? word.getLast() : Circuit.FALSE;
        return word.reversed().stream()
                .map(bit -> sign == Circuit.FALSE || bit == sign ? Circuit.not(bit) : circuit.iff(bit, sign))
                .toList();
    }

    /** Returns the number in the newest model. */
    public int value(List<Integer> word) {
        int value = 0;
        for (int i = 0; i < width; i++) {
            value |= circuit.holds(word.get(i)) ? 1 << i : 0;
        }
        boolean isBelowZero = isSigned && circuit.holds(word.getLast());
        return isBelowZero ? value - (1 << width) : value;
    }
}
