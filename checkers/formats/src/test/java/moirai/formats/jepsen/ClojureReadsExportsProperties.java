package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import clojure.lang.EdnReader;
import clojure.lang.IPersistentMap;
import clojure.lang.Keyword;
import clojure.lang.PersistentArrayMap;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Random;
import moirai.history.History;
import moirai.history.export.EdnExport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Clojure's own reader, which Jepsen uses, reads the export: a map a line. */
class ClojureReadsExportsProperties {

    private static final IPersistentMap OPTIONS =
            PersistentArrayMap.EMPTY.assoc(Keyword.intern("eof"), Keyword.intern("end"));

    @Property(tries = 300)
    void everyLineIsAnOperation(@ForAll Random random) throws IOException {
        History history = RandomHistory.of(random);
        var text = new StringWriter();
        EdnExport.write(history, text);

        text.toString().lines().forEach(ClojureReadsExportsProperties::requireOperation);
    }

    private static void requireOperation(String line) {
        var reader = new PushbackReader(new StringReader(line), 2);
        Object read = EdnReader.read(reader, OPTIONS);
        assertThat(read).as(line).isInstanceOf(IPersistentMap.class);
        var op = (IPersistentMap) read;
        assertThat(op.valAt(Keyword.intern("index"))).as(line).isInstanceOf(Long.class);
        assertThat(op.valAt(Keyword.intern("type"))).as(line).isInstanceOf(Keyword.class);
        assertThat(EdnReader.read(reader, OPTIONS)).as(line).isEqualTo(Keyword.intern("end"));
    }
}
