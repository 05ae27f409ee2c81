package moirai.runs.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Cases;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {

    @TempDir
    private Path folder;

    @Test
    void casesAreListedByNameAndPromotedOneByOne() throws IOException {
        var corpus = new Corpus(folder.resolve("corpus"));
        assertThat(corpus.entries()).isEmpty();

        corpus.add(Cases.writeSkew());
        corpus.add(Cases.lostAppend());
        corpus.promote(corpus.entries().getFirst());

        assertThat(corpus.entries())
                .extracting(Corpus.Entry::name)
                .containsExactlyInAnyOrder(
                        Cases.writeSkew().fingerprint().toString(),
                        Cases.lostAppend().fingerprint().toString());
        assertThat(corpus.entries()).extracting(Corpus.Entry::isPromoted).containsExactly(true, false);
    }

    @Test
    void aPromotedCaseIsDemotedAndStays() throws IOException {
        var corpus = new Corpus(folder);
        corpus.add(Cases.writeSkew());
        corpus.promote(corpus.entries().getFirst());

        corpus.demote(corpus.entries().getFirst());
        corpus.demote(corpus.entries().getFirst());

        assertThat(corpus.entries()).extracting(Corpus.Entry::isPromoted).containsExactly(false);
    }

    @Test
    void aBrokenCaseIsListedAndSaysSoWhenItIsRead() throws IOException {
        var corpus = new Corpus(folder);
        Path broken = corpus.add(Cases.writeSkew());
        Files.writeString(broken.resolve("case.json"), "{");

        assertThat(corpus.entries()).hasSize(1);
        assertThatThrownBy(corpus.entries().getFirst()::read).isInstanceOf(HistoryFormatException.class);
    }

    /**
     * The probabilities of Fisher's one-sided test are checked for 20 of 20 against 0 of 2, and for 1 of 20 against 0
     * of 20.
     */
    @Test
    void chancesAreThoseOfFishersExactTest() {
        assertThat(Proportions.moreOften(new Tally(20, 0, 0), new Tally(0, 2, 0)))
                .isEqualTo(1.0 / 231, within(1e-12));
        assertThat(Proportions.moreOften(new Tally(1, 19, 0), new Tally(0, 20, 0)))
                .isEqualTo(0.5, within(1e-12));
        assertThat(Proportions.moreOften(new Tally(0, 20, 0), new Tally(0, 20, 0)))
                .isEqualTo(1);
    }
}
