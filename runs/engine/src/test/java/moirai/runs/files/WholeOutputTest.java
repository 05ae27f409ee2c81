package moirai.runs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeOutputTest {

    @TempDir
    private Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** The inner one stands for a process with the same number in another container. */
    @Test
    void twoOutputsToOnePlaceDoNotTouchEachOthersParts() throws IOException {
        Path place = folder.resolve("made");
        var parts = new ArrayList<Path>();

        WholeOutput.directory(place, outer -> {
            Files.writeString(outer.resolve("of"), "outer");
            WholeOutput.file(folder.resolve("made"), out -> parts.addAll(files()));
            Files.delete(folder.resolve("made"));
            WholeOutput.directory(place, inner -> {
                Files.writeString(inner.resolve("of"), "inner");
                parts.addAll(files());
            });
            assertThat(outer.resolve("of")).hasContent("outer");
            Files.delete(place.resolve("of"));
        });

        assertThat(place.resolve("of")).hasContent("outer");
        assertThat(files()).containsExactly(place);
        assertThat(parts).hasSize(4).allMatch(WholeOutput::isPart);
        assertThat(parts.stream().distinct()).hasSize(3);
    }

    @Test
    void aPartIsKnownByItsNameOrThatOfItsFolder() throws IOException {
        WholeOutput.directory(folder.resolve("made"), part -> {
            assertThat(WholeOutput.isPart(part)).isTrue();
            assertThat(WholeOutput.isPart(part.resolve("w0000-000001.seg"))).isTrue();
        });

        assertThat(WholeOutput.isPart(folder.resolve("made"))).isFalse();
    }

    @Test
    void aFolderThatOnlySoundsLikeAPartHoldsHistoriesAsAnyOther() {
        assertThat(WholeOutput.isPart(folder.resolve("backup.2024.part"))).isFalse();
        assertThat(WholeOutput.isPart(folder.resolve("backup.2024.part/made"))).isFalse();
        assertThat(WholeOutput.isPart(folder.resolve("backup.0123456789abcdef.part/store/made")))
                .isFalse();
    }
}
