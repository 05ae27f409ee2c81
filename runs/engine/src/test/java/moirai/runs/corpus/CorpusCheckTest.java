package moirai.runs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.runs.cases.Cases;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.replay.Outcomes;
import moirai.runs.replay.Replay;
import moirai.runs.replay.ReplayResult;
import moirai.runs.replay.Tried;
import org.junit.jupiter.api.Test;

class CorpusCheckTest {

    private static final String LEVEL = "repeatable-read";

    /** Returns a case that 20 of 20 attempts had shown on this database. */
    private static HistoryCase confirmedOn(String database) {
        HistoryCase skew = Cases.writeSkew();
        var place = new Confirmation.Place(database, LEVEL);
        return skew.confirmed(List.of(new Confirmation(Control.EXACT, skew.order(), 20, 20, 0, place)));
    }

    private static CorpusCheck check(HistoryCase found, Tried tried) {
        var place = new Confirmation.Place("PostgreSQL 18.7", LEVEL);
        return CorpusCheck.of(found, new ReplayResult(List.of(tried), List.of(), List.of(), place));
    }

    private static Tried notShown(HistoryCase found) {
        return new Tried(Control.EXACT, Replay.AS_BEFORE, found.order(), new Outcomes(2, 0, 0, 0), Outcomes.NONE);
    }

    /** The case was observed once, so it is rare and not absent, although no fresh attempt showed it again. */
    @Test
    void whatWasShownInASearchAloneIsShown() {
        var once = new Tried(
                Control.TIMING,
                "overlapping",
                StatementOrder.FREE,
                new Outcomes(5, 1, 1, 0),
                new Outcomes(100, 0, 0, 0));

        CorpusCheck check = check(confirmedOn("PostgreSQL 18.6"), once);

        assertThat(check.toString()).isEqualTo("SHOWN by 1 of the 5 attempts of a search: at what rate is not known");
    }

    @Test
    void whatAnEarlierVersionShowedIsGone() {
        HistoryCase found = confirmedOn("PostgreSQL 18.6");

        assertThat(check(found, notShown(found)).toString())
                .isEqualTo("GONE 0 of 2 by 1 schedule, with that which had shown it 20 of 20");
    }

    /** This database had never shown the case before. */
    @Test
    void whatAnotherProductShowedIsNotGoneFromThisOne() {
        HistoryCase found = confirmedOn("H2 2.5.252");

        assertThat(check(found, notShown(found)).word()).isEqualTo(CorpusCheck.Word.NOT_SHOWN);
    }
}
