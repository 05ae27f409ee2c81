package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class KeyIndexProperties {

    @Property
    void idsAreDenseInOrderOfFirstAppearance(@ForAll @Size(max = 500) List<Long> names) {
        var index = new KeyIndex();
        var model = new LinkedHashMap<Long, Integer>();
        for (long name : names) {
            int expected = model.computeIfAbsent(name, absent -> model.size());
            assertThat(index.idOf(name)).isEqualTo(expected);
        }
        assertThat(index.names().size()).isEqualTo(model.size());
        model.forEach((name, id) -> assertThat(index.names().at(id)).isEqualTo(name));
    }

    /** Steps of powers of two leave the low or the high bits of naive hashes alone; growth has to keep every id. */
    @Property(tries = 50)
    void idsSurviveGrowth(@ForAll @IntRange(max = 49) int shift) {
        var index = new KeyIndex();
        int count = 5_000;
        for (int i = 0; i < count; i++) {
            assertThat(index.idOf((long) i << shift)).isEqualTo(i);
        }
        for (int i = count - 1; i >= 0; i--) {
            assertThat(index.idOf((long) i << shift)).isEqualTo(i);
        }
        assertThat(index.names().size()).isEqualTo(count);
    }
}
