package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

class ListPoolProperties {

    /** The obvious pool: lists as objects; for each key the newest eight are tried, newest first. */
    private static final class NaivePool {

        private final List<Integer> keys = new ArrayList<>();
        private final List<List<Integer>> lists = new ArrayList<>();

        void addList(int key) {
            keys.add(key);
            lists.add(new ArrayList<>());
        }

        int listOf(int key, List<Integer> read) {
            int tried = 0;
            for (int list = lists.size() - 1; list >= 0 && tried < 8; list--) {
                if (keys.get(list) == key) {
                    tried++;
                    List<Integer> known = lists.get(list);
                    int shared = Math.min(known.size(), read.size());
                    if (known.subList(0, shared).equals(read.subList(0, shared))) {
                        known.addAll(read.subList(shared, read.size()));
                        return list;
                    }
                }
            }
            addList(key);
            lists.getLast().addAll(read);
            return lists.size() - 1;
        }
    }

    @Property(tries = 500)
    void poolDoesWhatTheObviousOneDoes(@ForAll("reads") List<Tuple2<Integer, List<Integer>>> reads) {
        var pool = new ListPool();
        var model = new NaivePool();
        for (int key = 0; key < 3; key++) {
            pool.addKey();
            model.addList(key);
        }
        for (Tuple2<Integer, List<Integer>> read : reads) {
            int[] values = toArray(read.get2());
            assertThat(pool.listOf(read.get1(), -1, 0, values, values.length))
                    .isEqualTo(model.listOf(read.get1(), read.get2()));
        }
        assertThat(contents(pool.columns())).isEqualTo(model.lists);
    }

    @Example
    void valuesBehindTheLengthAreNotRead() {
        var pool = new ListPool();
        pool.addKey();

        int list = pool.listOf(0, -1, 0, new int[] {1, 2, 99}, 2);

        assertThat(pool.listOf(0, -1, 0, new int[] {1, 2, 3}, 3)).isEqualTo(list);
        assertThat(contents(pool.columns())).containsExactly(List.of(1, 2, 3));
    }

    /** A list that grows by one element a read moves as it grows; nothing may be lost on the way. */
    @Example
    void longListGrowsElementByElement() {
        var pool = new ListPool();
        pool.addKey();
        int[] values = new int[3000];
        for (int length = 1; length <= values.length; length++) {
            values[length - 1] = length * 7;
            assertThat(pool.listOf(0, -1, 0, values, length)).isZero();
        }
        assertThat(contents(pool.columns()).getFirst())
                .hasSize(values.length)
                .startsWith(7, 14)
                .endsWith(21_000);
    }

    /** Few elements and prefixes of few bases, so that reads extend, repeat and contradict each other. */
    @Provide
    Arbitrary<List<Tuple2<Integer, List<Integer>>>> reads() {
        Arbitrary<List<Integer>> growing = Combinators.combine(
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(-1, 40))
                .as((length, flawAt) -> {
                    var list = new ArrayList<Integer>();
                    for (int i = 0; i < length; i++) {
                        list.add(i == flawAt ? -i : i);
                    }
                    return list;
                });
        Arbitrary<List<Integer>> any =
                Arbitraries.integers().between(0, 2).list().ofMaxSize(4);
        return Combinators.combine(Arbitraries.integers().between(0, 2), Arbitraries.oneOf(growing, any))
                .as((key, list) -> Tuple.of(key, list))
                .list()
                .ofMaxSize(60);
    }

    private static int[] toArray(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<List<Integer>> contents(History.ListColumns columns) {
        var lists = new ArrayList<List<Integer>>();
        for (int list = 0; list < columns.size().size(); list++) {
            var elements = new ArrayList<Integer>();
            for (int i = 0; i < columns.size().at(list); i++) {
                elements.add(columns.elements().at(columns.offset().at(list) + i));
            }
            lists.add(elements);
        }
        return lists;
    }
}
