package moirai.analysis.durability;

import java.util.Arrays;
import java.util.OptionalLong;

/** The values with which counters and accounts begin, by the recipe of a run. */
final class InitialSums {

    private static final String TOTAL = "total=";
    private static final String ACCOUNTS = "key-count=";

    private InitialSums() {}

    /**
     * Returns the value with which a counter begins: 0, or the balance of an account, which is an equal share of the
     * total, and one more for the first ones if that leaves a rest; empty if the recipe does not say.
     */
    static OptionalLong of(String recipe, long key) {
        if (WriteKind.ofWorkload(recipe) != WriteKind.BALANCE_CHANGE) {
            return OptionalLong.of(0);
        }
        OptionalLong total = number(recipe, TOTAL);
        OptionalLong count = number(recipe, ACCOUNTS);
        if (total.isEmpty() || count.isEmpty() || key < 0 || key >= count.getAsLong()) {
            return OptionalLong.empty();
        }
        long each = total.getAsLong() / count.getAsLong();
        return OptionalLong.of(each + (key < total.getAsLong() % count.getAsLong() ? 1 : 0));
    }

    private static OptionalLong number(String recipe, String name) {
        return Arrays.stream(recipe.split(" "))
                .filter(word -> word.startsWith(name))
                .map(word -> word.substring(name.length()))
                .filter(digits -> digits.matches("\\d{1,9}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }
}
