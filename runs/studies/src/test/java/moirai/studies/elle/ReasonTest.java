package moirai.studies.elle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.studies.elle.Answer.Says;
import org.junit.jupiter.api.Test;

/** A difference has a reason only if it is one that was looked at. */
class ReasonTest {

    private static final IsolationLevel LEVEL = IsolationLevel.SERIALIZABLE;
    private static final Trace TRACE = trace(new Outcome.Committed());

    private static Trace trace(Outcome outcome) {
        return new Trace(
                DataModel.LIST_APPEND,
                List.of(
                        new Txn(0, List.of(new Op.Append(1, 2)), new Outcome.Committed(), 0, 1),
                        new Txn(1, List.of(new Op.Read(1, Elements.of(2))), outcome, 2, 3)),
                1);
    }

    private static Answer answer(Says says, String... names) {
        return new Answer(says, List.of(names), says == Says.INVALID ? List.of(LEVEL) : List.of(), "");
    }

    private static Reason reason(DataModel data, Answer elle, Answer own, Set<IsolationLevel> disproved) {
        var difference = new Difference(Difference.Kind.VERDICT, data, LEVEL, elle, own);
        return Reason.of(difference, TRACE, Set.of(), disproved);
    }

    @Test
    void whatElleAloneCallsBrokenHasToBeLookedAt() {
        assertThat(reason(
                        DataModel.LIST_APPEND,
                        answer(Says.INVALID, "G-single", "incompatible-order"),
                        answer(Says.VALID),
                        Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
        assertThat(reason(DataModel.REGISTER, answer(Says.INVALID, "cyclic-versions"), answer(Says.VALID), Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
    }

    @Test
    void whatMoiraiAloneCallsBrokenIsWeakOfElleOnlyIfAxiomsDisproveItToo() {
        Answer own = answer(Says.INVALID, "G2-item");

        assertThat(reason(DataModel.REGISTER, answer(Says.VALID), own, Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
        assertThat(reason(DataModel.REGISTER, answer(Says.VALID), own, Set.of(LEVEL)))
                .isEqualTo(Reason.REGISTER_ORDER);
        assertThat(reason(DataModel.LIST_APPEND, answer(Says.VALID), own, Set.of(LEVEL)))
                .isEqualTo(Reason.NOT_KNOWN);
    }

    @Test
    void anUnknownVerdictOrRefusalIsNoReason() {
        assertThat(reason(DataModel.REGISTER, answer(Says.VALID), answer(Says.UNKNOWN), Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
        assertThat(reason(DataModel.LIST_APPEND, answer(Says.REFUSED), answer(Says.VALID), Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
    }

    @Test
    void namesOfSingleReadsHaveToBeTheSame() {
        Answer elle = answer(Says.INVALID, "G-single-realtime", "internal");

        assertThat(Reason.of(
                        new Difference(
                                Difference.Kind.NAMES,
                                DataModel.LIST_APPEND,
                                LEVEL,
                                elle,
                                answer(Says.INVALID, "G-single-process", "internal")),
                        TRACE,
                        Set.of(),
                        Set.of()))
                .isEqualTo(Reason.OTHER_NAMES);
        assertThat(Reason.of(
                        new Difference(
                                Difference.Kind.NAMES,
                                DataModel.LIST_APPEND,
                                LEVEL,
                                elle,
                                answer(Says.INVALID, "G-single-realtime")),
                        TRACE,
                        Set.of(),
                        Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
    }

    @Test
    void answersCountOnlyOfTransactionsThatAreKnownToHaveCommitted() {
        assertThat(TRACE.without(Trace.Reads.OF_NO_PROVEN_COMMIT)).isEqualTo(TRACE);
        assertThat(trace(new Outcome.Indeterminate("timeout"))
                        .without(Trace.Reads.OF_NO_PROVEN_COMMIT)
                        .txns())
                .containsExactlyElementsOf(
                        TRACE.with(TRACE.txns().subList(0, 1)).txns());
    }

    @Test
    void whatElleRefusesIsWeakOfElleOnlyIfMoiraiSaysWhy() {
        var refused = new Answer(Says.REFUSED, List.of(), List.of(), "No transaction wrote 1");

        assertThat(reason(DataModel.LIST_APPEND, refused, answer(Says.INVALID, "garbage-read"), Set.of()))
                .isEqualTo(Reason.FAILED_ASSERTION);
        assertThat(reason(DataModel.LIST_APPEND, refused, answer(Says.VALID), Set.of()))
                .isEqualTo(Reason.NOT_KNOWN);
    }
}
