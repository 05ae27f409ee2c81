package moirai.runs.cases.groups;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.directed.causes.AnomalyKind;
import moirai.directed.causes.Cause;
import moirai.directed.search.Anomaly;
import moirai.reenactment.Evidence;
import moirai.runs.cases.Fingerprint;

/**
 * The anomalies that one cause lets occur.
 *
 * @param fingerprint the same in each analysis of the same code, wherever it stands and at whatever level
 * @param kind the gravest kind of its anomalies
 * @param members the smallest one of that kind first, then the others in the order of the analysis; at least one
 * @param repairs each of them removes the group, in words, several lines each; empty if none was looked for
 */
public record AnomalyGroup(
        Cause cause, Fingerprint fingerprint, AnomalyKind kind, List<Member> members, List<String> repairs) {

    public AnomalyGroup {
        members = List.copyOf(members);
        repairs = List.copyOf(repairs);
    }

    /** Returns the same group with these repairs. */
    public AnomalyGroup with(List<String> others) {
        return new AnomalyGroup(cause, fingerprint, kind, members, others);
    }

    /**
     * An anomaly of a group.
     *
     * @param number its number in the analysis, from 1
     * @param hop the place of the cause's transaction on the cycle
     * @param evidence how the execution that is shown can be told from serial ones
     */
    public record Member(int number, Anomaly anomaly, AnomalyKind kind, int hop, Evidence evidence) {

        /** Returns the same anomaly with another number. */
        Member as(int other) {
            return new Member(other, anomaly, kind, hop, evidence);
        }

        /** Returns the cause's transaction on the cycle. */
        public Anomaly.Hop blamed() {
            return anomaly.hops().get(hop);
        }

        Anomaly.Hop next() {
            return anomaly.hops().get((hop + 1) % anomaly.hops().size());
        }
    }

    /** Returns the anomaly that stands for all. */
    public Member smallest() {
        return members.getFirst();
    }

    /** Returns the numbers of its anomalies in the analysis, in their order. */
    public List<Integer> numbers() {
        return members.stream().map(Member::number).sorted().toList();
    }

    /** Returns the transactions that come between the statements of the cause's transaction, in alphabetical order. */
    public Set<String> others() {
        var others = new TreeSet<String>();
        members.forEach(member -> others.add(member.next().txn()));
        return others;
    }

    /** Returns whether an update is lost, or the execution that is shown leaves rows that no serial one leaves. */
    public boolean isHarmful() {
        return kind == AnomalyKind.LOST_UPDATE || smallest().evidence() == Evidence.FINAL_STATE;
    }
}
