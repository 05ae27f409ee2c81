package moirai.nemesis.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.nemesis.Node.State;
import org.junit.jupiter.api.Test;

class FoundingTest {

    private static final String HISTORY = "6f6d9b6c-0000-11ef-8000-000000000001";

    private final Founding founding = new Founding();

    private record Seen(String name, State state, boolean wasMember, Position position) implements Founding.Candidate {}

    @Test
    void furthestOfTheDeadMayBegin() {
        var others = List.of(dead("n2", 100), dead("n3", 99));

        assertThat(founding.mayBegin(at(100), others)).isTrue();
        assertThat(founding.mayBegin(at(99), others)).isFalse();
    }

    @Test
    void oneThatOnlyWaitsIsNotLeftAndCountsWithWhatItHadWhenItWasStarted() {
        founding.noteWaiting("n1", at(100));
        var others = List.of(new Seen("n1", State.RUNNING, false, Position.NONE), dead("n3", 90));

        assertThat(founding.isNobodyLeft(others)).isTrue();
        assertThat(founding.mayBegin(at(100), others)).isTrue();
        assertThat(founding.mayBegin(at(99), others)).isFalse();
    }

    /**
     * The node waited, joined the node that began, worked, and lost the others. No cluster may begin without what it
     * acknowledged.
     */
    @Test
    void oneThatWaitedAndBecameAMemberIsLeftWhenTheOthersDie() {
        founding.noteWaiting("n1", at(100));
        var silent = new Seen("n1", State.RUNNING, true, Position.NONE);

        assertThat(founding.mayBegin(at(480), List.of(silent, dead("n3", 480)))).isFalse();
        assertThat(founding.mayBegin(at(500), List.of(silent, dead("n3", 480)))).isFalse();
    }

    @Test
    void oneThatHasReceivedSomethingSinceItWasStartedIsLeft() {
        founding.noteWaiting("n1", at(100));

        assertThat(founding.isNobodyLeft(List.of(new Seen("n1", State.RUNNING, false, at(101)))))
                .isFalse();
        assertThat(founding.isNobodyLeft(List.of(new Seen("n1", State.RUNNING, false, at(100)))))
                .isFalse();
    }

    @Test
    void pausedNodeIsLeftEvenIfItWaited() {
        founding.noteWaiting("n1", at(100));

        assertThat(founding.mayBegin(at(480), List.of(new Seen("n1", State.PAUSED, false, Position.NONE))))
                .isFalse();
    }

    @Test
    void runningNodeThatNobodyStartedToWaitIsLeft() {
        assertThat(founding.mayBegin(at(480), List.of(new Seen("n1", State.RUNNING, false, at(1)))))
                .isFalse();
    }

    @Test
    void oneThatWaitedAndDiedCountsWithWhatIsOnItsDisk() {
        founding.noteWaiting("n1", at(100));

        assertThat(founding.mayBegin(at(480), List.of(dead("n1", 500)))).isFalse();
        assertThat(founding.mayBegin(at(500), List.of(dead("n1", 500)))).isTrue();
    }

    private static Seen dead(String name, long seqno) {
        return new Seen(name, State.DEAD, false, at(seqno));
    }

    private static Position at(long seqno) {
        return new Position(HISTORY, seqno);
    }
}
