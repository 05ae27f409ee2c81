package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import moirai.history.Elements;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ListsProperties {

    @Property
    void textGivesTheListThatMadeIt(@ForAll int[] list) {
        assertThat(parse(text(list))).isEqualTo(Elements.of(list));
    }

    @Property
    void listsAreJoinedAndNotMixedUp(@ForAll int[] first, @ForAll int[] second) {
        var lists = new Lists();
        lists.add(text(first));
        lists.clear();
        lists.add(text(second));
        lists.add(text(first));

        assertThat(lists.elements().count()).isEqualTo(first.length + second.length);
        assertThat(lists.elements())
                .isEqualTo(parse(text(second) + (first.length * second.length > 0 ? "," : "") + text(first)));
    }

    @Example
    void whatIsNoIntegerIsAnElementThatNobodyWrites() {
        for (String text :
                new String[] {",", "1,", ",1", "1,,2", "x", "1, 2", "2147483648", "1;2", "3,\u0000\u0000,4"}) {
            var lists = new Lists();
            lists.add(text);

            String[] pieces = text.split(",", -1);
            assertThat(lists.elements().count()).as(text).isEqualTo(pieces.length);
            for (int i = 0; i < pieces.length; i++) {
                int element = lists.elements().at(i);
                if (pieces[i].matches("[0-9]")) {
                    assertThat(element).isEqualTo(Integer.parseInt(pieces[i]));
                } else {
                    assertThat(element).isEqualTo(Lists.elementFor(pieces[i])).isBetween(Integer.MIN_VALUE + 1, -1);
                }
            }
            assertThat(lists.garbage()).isPresent();
            lists.clear();
            assertThat(lists.garbage()).isEmpty();
        }
        assertThat(Lists.elementFor("1q")).as("one bit is different").isNotEqualTo(Lists.elementFor("1p"));
    }

    @Example
    void noContentIsNoList() {
        var lists = new Lists();
        lists.add(null);

        assertThat(lists.elements()).isEqualTo(Elements.of(Lists.elementFor("NULL")));
    }

    private static Elements parse(String text) {
        var lists = new Lists();
        lists.add(text);
        return lists.elements();
    }

    private static String text(int[] list) {
        return Arrays.stream(list).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
