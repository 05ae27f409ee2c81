package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EdnTextTest {

    @Test
    void mapsHaveKeywordKeysAndListsAreVectors() {
        var map = new LinkedHashMap<String, Object>();
        map.put("valid?", false);
        map.put("not", Set.of(new Keyword("serializable")));
        map.put("txns", List.of(3, 5));
        map.put("note", "say \"no\"\n");

        assertThat(EdnText.of(map)).isEqualTo("""
                {:valid? false
                 :not #{:serializable}
                 :txns [3 5]
                 :note "say \\"no\\"\\n"}""");
    }
}
