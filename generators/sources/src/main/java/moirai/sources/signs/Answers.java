package moirai.sources.signs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The answers that numbers give to some questions. Bit i of an answer is that to question i. */
final class Answers {

    /** The greatest number of combinations of numbers that are tried. */
    private static final long TRIED_MAX = 4_000_000;

    private static final int QUESTIONS_MAX = Integer.SIZE - 2;

    private final List<Question> questions;
    private final List<String> names;
    private final Set<String> natural;
    private final int[][] factors;

    /** @param natural the names of numbers that never are below 0 */
    Answers(List<Question> questions, Set<String> natural) {
        this.questions = questions;
        var all = new TreeSet<String>();
        questions.forEach(question -> all.addAll(question.terms().keySet()));
        names = List.copyOf(all);
        this.natural = all.stream().filter(natural::contains).collect(Collectors.toSet());
        factors = questions.stream()
                .map(question -> names.stream()
                        .mapToInt(name -> question.terms().getOrDefault(name, 0))
                        .toArray())
                .toArray(int[][]::new);
    }

    /**
     * Returns whether numbers with a sign give answers that natural numbers do not give, or may, since there are too
     * many to try them. Questions about differences alone have the same answers if all numbers are moved up, and
     * whether numbers are the same as others or as constants, natural numbers answer in every way. Otherwise small
     * numbers are tried, up to {@value #TRIED_MAX} combinations.
     *
     * @param reached the questions, as bits, to which these answers lead; the other answers make no difference
     */
    boolean needSign(IntUnaryOperator reached) {
        boolean areDifferences = natural.isEmpty() && questions.stream().allMatch(Question::isOfDifferences);
        if (questions.size() == 1 || areDifferences || questions.stream().allMatch(Question::isOfIdentity)) {
            return false;
        }
        if (areTooMany()) {
            return true;
        }
        int far = (int) far();
        Set<Integer> ofNatural = given(name -> new Range(0, 2 * far), Integer.MAX_VALUE);
        Set<Integer> all = given(name -> new Range(natural.contains(name) ? 0 : -far, far), Integer.MAX_VALUE);
        return !areAmong(all, ofNatural, reached);
    }

    /**
     * Returns whether natural numbers up to a bound give all answers that larger ones give. If there are too many to
     * try them, only where that is clear.
     *
     * @param mostOf the greatest number for a name
     * @param sumMax the greatest sum
     */
    boolean areGivenWithin(ToIntFunction<String> mostOf, int sumMax, IntUnaryOperator reached) {
        int least = names.stream().mapToInt(mostOf).min().orElse(0);
        double span = questions.stream()
                .mapToDouble(question -> Math.abs((double) question.limit()) + 1)
                .sum();
        boolean areDistances = questions.stream().allMatch(Question::isOfTwo);
        if (Math.min(least, sumMax) >= span + names.size() && areDistances) {
            return true;
        }
        if (areTooMany()) {
            return false;
        }
        int far = (int) far();
        Set<Integer> all = given(name -> new Range(0, 2 * far), Integer.MAX_VALUE);
        Set<Integer> within = given(name -> new Range(0, Math.min(mostOf.applyAsInt(name), 2 * far)), sumMax);
        return areAmong(all, within, reached);
    }

    private static boolean areAmong(Set<Integer> all, Set<Integer> some, IntUnaryOperator reached) {
        return all.stream().allMatch(answers -> {
            int mask = reached.applyAsInt(answers);
            return some.contains(answers) || some.stream().anyMatch(other -> ((other ^ answers) & mask) == 0);
        });
    }

    /**
     * Returns how far from 0 numbers have to be tried. The numbers that give one answer form a polyhedron. With n
     * numbers and factors up to f, its vertices are within n (n-1)! f^(n-1) (limit + 1) of 0 (Cramer's rule); if it
     * contains whole numbers, some are within n n! f^n of a vertex (Cook, Gerards, Schrijver, Tardos 1986, theorem 1).
     */
    private double far() {
        double limit = questions.stream()
                .mapToDouble(question -> Math.abs((double) question.limit()))
                .max()
                .orElse(0);
        double factor = questions.stream()
                .flatMap(question -> question.terms().values().stream())
                .mapToDouble(number -> Math.abs((double) number))
                .max()
                .orElse(1);
        int count = names.size();
        double minor = 1;
        for (int rows = 1; rows < count; rows++) {
            minor *= rows * factor;
        }
        return count * minor * (limit + 1) + count * minor * count * factor;
    }

    private boolean areTooMany() {
        return questions.size() > QUESTIONS_MAX || Math.pow(2 * far() + 1, names.size()) > TRIED_MAX;
    }

    /** The numbers that are tried for a name, both ends included. */
    private record Range(int least, int most) {}

    /** Returns the answers that numbers in these ranges give, of which no sum is larger than this. */
    private Set<Integer> given(Function<String, Range> ranges, int sumMax) {
        var answers = new HashSet<Integer>();
        give(names.stream().map(ranges).toList(), new int[names.size()], 0, sumMax, answers);
        return answers;
    }

    private void give(List<Range> ranges, int[] numbers, int place, int sumMax, Set<Integer> answers) {
        if (place == numbers.length) {
            if (isWithin(numbers, sumMax)) {
                answers.add(answer(numbers));
            }
            return;
        }
        for (int number = ranges.get(place).least(); number <= ranges.get(place).most(); number++) {
            numbers[place] = number;
            give(ranges, numbers, place + 1, sumMax, answers);
        }
    }

    /** Returns whether the sums on both sides of each comparison are at most this. */
    private boolean isWithin(int[] numbers, int sumMax) {
        for (int i = 0; i < factors.length && sumMax < Integer.MAX_VALUE; i++) {
            int left = 0;
            int right = 0;
            for (int j = 0; j < numbers.length; j++) {
                left += Math.max(0, factors[i][j]) * numbers[j];
                right += Math.max(0, -factors[i][j]) * numbers[j];
            }
            if (Math.max(left, right) > sumMax) {
                return false;
            }
        }
        return true;
    }

    private int answer(int[] numbers) {
        int answers = 0;
        for (int i = 0; i < factors.length; i++) {
            int sum = 0;
            for (int j = 0; j < numbers.length; j++) {
                sum += factors[i][j] * numbers[j];
            }
            answers |= questions.get(i).isAnsweredYes(sum) ? 1 << i : 0;
        }
        return answers;
    }
}
