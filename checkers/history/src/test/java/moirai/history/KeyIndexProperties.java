package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class KeyIndexProperties {

    @Property
    void idsAreDenseInOrderOfFirstAppearance(@ForAll @Size(max = 500) List<Integer> names) {
        var index = new KeyIndex();
        var model = new LinkedHashMap<Integer, Integer>();
        for (int name : names) {
            int expected = model.computeIfAbsent(name, absent -> model.size());
            assertThat(index.idOf(name)).isEqualTo(expected);
        }
        assertThat(index.names().size()).isEqualTo(model.size());
        model.forEach((name, id) -> assertThat(index.names().at(id)).isEqualTo(name));
    }

    /** Steps of 2^16 leave the low bits of naive hashes alone; growth has to keep every id. */
    @Example
    void idsSurviveGrowth() {
        var index = new KeyIndex();
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            assertThat(index.idOf(i << 16)).isEqualTo(Math.floorMod(i, 1 << 16));
        }
        for (int i = count - 1; i >= 0; i--) {
            assertThat(index.idOf(i << 16)).isEqualTo(i);
        }
        assertThat(index.names().size()).isEqualTo(count);
    }
}
