package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void whatIsNoListIsRefused() {
        for (String text : new String[] {",", "1,", ",1", "1,,2", "x", "1, 2", "2147483648", "1;2"}) {
            assertThatThrownBy(() -> parse(text)).as(text).isInstanceOf(NumberFormatException.class);
        }
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
