package moirai.history.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KnownListsProperties {

    record Replacement(int key, int shared, int length) {}

    @Property
    void listsAreThoseOfAMap(@ForAll("replacements") List<Replacement> replacements) {
        var dictionary = new KnownLists();
        Map<Integer, int[]> model = new HashMap<>();
        int fresh = 0;
        for (Replacement step : replacements) {
            int entry = dictionary.entry(step.key());
            int[] before = model.getOrDefault(step.key(), new int[0]);
            assertThat(list(dictionary, entry)).isEqualTo(before);
            int shared = Math.min(Math.min(step.shared(), before.length), step.length());
            int[] after = Arrays.copyOf(before, step.length());
            int[] list = dictionary.replace(entry, shared, step.length());
            for (int i = shared; i < step.length(); i++) {
                after[i] = fresh;
                list[i] = fresh++;
            }
            dictionary.trim();
            model.put(step.key(), after);
        }
        model.forEach((key, list) ->
                assertThat(list(dictionary, dictionary.entry(key))).isEqualTo(list));
    }

    @Example
    void onlyMoreThanTheBoundEmptiesIt() {
        var dictionary = new KnownLists();
        dictionary.replace(dictionary.entry(7), 0, PrefixDictionary.SIZE_MAX - 1);
        dictionary.trim();
        assertThat(dictionary.length(dictionary.entry(7))).isEqualTo(PrefixDictionary.SIZE_MAX - 1);

        assertThat(dictionary.length(dictionary.entry(8))).isZero();
        dictionary.trim();

        assertThat(dictionary.length(dictionary.entry(7))).isZero();
    }

    @Example
    void keysWithEmptyListsAreBoundedToo() {
        var dictionary = new KnownLists();
        for (int key = 0; key < PrefixDictionary.SIZE_MAX; key++) {
            dictionary.entry(key);
        }
        dictionary.trim();
        assertThat(dictionary.entry(5)).isEqualTo(5);
        dictionary.entry(-1);
        dictionary.trim();

        assertThat(dictionary.entry(5)).isZero();
    }

    /** Keys that are replaced after a few reads leave those of two periods, and a key in use stays. */
    @Example
    void keysThatAreReadNoMoreAreDropped() {
        var dictionary = new PrefixDictionary();
        var lists = new KnownLists(dictionary);
        int countMax = 0;
        for (int key = 0; key < 10 * PrefixDictionary.PERIOD_READS; key++) {
            lists.replace(lists.entry(key), 0, 1)[0] = key;
            lists.trim();
            int inUse = lists.entry(-1);
            assertThat(list(lists, inUse)).isEqualTo(key == 0 ? new int[0] : new int[] {-1, key - 1});
            int[] list = lists.replace(inUse, 0, 2);
            list[0] = -1;
            list[1] = key;
            lists.trim();
            assertThat(list(lists, lists.entry(Math.max(0, key - 100)))[0]).isEqualTo(Math.max(0, key - 100));
            countMax = Math.max(countMax, dictionary.count());
        }

        assertThat(countMax).isLessThanOrEqualTo(2 * PrefixDictionary.PERIOD_READS);
    }

    /** Versions before 7 of the format drop nothing but all. */
    @Example
    void keysThatAreReadNoMoreStayIfTheFormatSaysSo() {
        var dictionary = new PrefixDictionary();
        dictionary.keepIdle(true);
        for (int key = 0; key < 10 * PrefixDictionary.PERIOD_READS; key++) {
            dictionary.entry(key);
            assertThat(dictionary.trim()).isEmpty();
        }

        assertThat(dictionary.count()).isEqualTo(10 * PrefixDictionary.PERIOD_READS);
    }

    @Provide
    Arbitrary<List<Replacement>> replacements() {
        return Combinators.combine(
                        Arbitraries.oneOf(Arbitraries.integers().between(0, 3), Arbitraries.integers()),
                        Arbitraries.integers().between(0, 20),
                        Arbitraries.integers().between(0, 20))
                .as(Replacement::new)
                .list()
                .ofMaxSize(200);
    }

    private static int[] list(KnownLists dictionary, int entry) {
        return Arrays.copyOf(dictionary.list(entry), dictionary.length(entry));
    }
}
