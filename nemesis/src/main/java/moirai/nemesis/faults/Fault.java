package moirai.nemesis.faults;

import java.time.Duration;
import moirai.nemesis.Skew;

/** A fault as data: something to be done to a cluster. {@code moirai.nemesis.injection} does and undoes it. */
public sealed interface Fault {

    /** The processes are killed; healed by a start. */
    record Kill(Victims victims) implements Fault {}

    /** The processes are stopped; healed by letting them go on. */
    record Pause(Victims victims) implements Fault {}

    /** The processes are killed and started again at once; heals itself. */
    record Restart(Victims victims) implements Fault {}

    /**
     * The replica that has received most becomes the primary; healed by a start of the old primary, which is killed.
     *
     * <p>A failing network is the usual reason for a failover. So, if the old primary's links lead through Moirai, what
     * it sends to replicas stops a little before. No other node may have what it acknowledges in that time.
     *
     * @param cutOff how long before
     */
    record Failover(Duration cutOff) implements Fault {}

    /** Ways between nodes are cut; healed by opening them. */
    record Partition(PartitionShape shape, Victims side) implements Fault {}

    /**
     * All ways to and from the nodes are slow; healed when they are not.
     *
     * @param delay each way
     * @param jitter the greatest distance from {@code delay}
     */
    record Slow(Victims victims, Duration delay, Duration jitter) implements Fault {}

    /**
     * Packets to and from the nodes get lost at random; healed when all packets arrive.
     *
     * @param percent of the packets in each direction
     */
    record Loss(Victims victims, int percent) implements Fault {}

    /**
     * Answers to clients are held up for a moment, so that some session waits for a commit that has happened, and then
     * the connections break; heals itself.
     */
    record Cut(Victims victims, Duration heldUp) implements Fault {}

    /** The time of day is wrong; healed when it is right again. */
    record Clock(Victims victims, Skew skew) implements Fault {}

    /**
     * Written data takes longer to reach the disk; healed by ending the delay.
     *
     * @param delay of each call that waits for the disk
     */
    record SlowDisk(Victims victims, Duration delay) implements Fault {}

    /**
     * Written data does not reach the disk, and the call that waits for it gets an error; healed by a new start.
     *
     * @param percent of the calls that get an error. If they are not {@link #ALWAYS all}, the disk is one that fails
     *    now and then, and calls that write get errors as well.
     */
    record BrokenDisk(Victims victims, int percent) implements Fault {

        /** The share of a disk that is gone. */
        public static final int ALWAYS = 100;

        /** Describes for people what the disk does. */
        public String words() {
            return percent == ALWAYS ? "failing" : "failing in " + percent + " % of writes and syncs";
        }
    }

    /** Files cannot grow; healed by room and a new start. */
    record FullDisk(Victims victims) implements Fault {}

    /** Data that was not on the disk is gone, and the processes are dead; healed by a start. */
    record PowerLoss(Victims victims) implements Fault {}

    /**
     * Files of the tables of one node are damaged while its server is down, which then runs with them. Healed by a copy
     * of another node; where there is none, the damage stays.
     *
     * @param victims of which the first is damaged
     * @param age of an old file
     * @param draw decides which files, and where
     */
    record Damage(Victims victims, FileDamage how, Duration age, long draw) implements Fault {}

    /**
     * One node ends in good order, loses its data, and comes back as a copy of others; healed by that.
     *
     * @param victims of which the first leaves
     */
    record Member(Victims victims) implements Fault {}

    /**
     * The servers are brought to another version: first all but the primary, so that the cluster is of two versions.
     * Healed by completing that, since there is no way back.
     */
    record Upgrade() implements Fault {}

    /**
     * The processes get little of the processor; healed when they are no longer stopped.
     *
     * @param percent of the time that they may run
     */
    record Starve(Victims victims, int percent) implements Fault {}

    default FaultKind kind() {
        return switch (this) {
            case Kill kill -> FaultKind.KILL;
            case Pause pause -> FaultKind.PAUSE;
            case Restart restart -> FaultKind.RESTART;
            case Failover failover -> FaultKind.FAILOVER;
            case Partition partition -> FaultKind.PARTITION;
            case Slow slow -> FaultKind.SLOW;
            case Loss loss -> FaultKind.LOSS;
            case Cut cut -> FaultKind.CUT;
            case Clock clock -> FaultKind.CLOCK;
            case SlowDisk disk -> FaultKind.DISK;
            case BrokenDisk disk -> FaultKind.DISK;
            case FullDisk disk -> FaultKind.FULL;
            case PowerLoss power -> FaultKind.POWER;
            case Damage damage -> FaultKind.DAMAGE;
            case Member member -> FaultKind.MEMBER;
            case Upgrade upgrade -> FaultKind.UPGRADE;
            case Starve starve -> FaultKind.STARVE;
        };
    }

    /** Returns whether the fault is over as soon as it is injected. */
    default boolean isBrief() {
        return kind().isBrief();
    }

    /** Describes what is done and to which nodes, as planned. */
    default String describe() {
        return kind().label() + " "
                + switch (this) {
                    case Kill(Victims victims) -> victims;
                    case Pause(Victims victims) -> victims;
                    case Restart(Victims victims) -> victims;
                    case Failover(Duration cutOff) ->
                        "to the replica that has received most, the old primary cut off " + cutOff.toMillis()
                                + " ms before";
                    case Partition(PartitionShape shape, Victims side) -> shape.label() + ": " + side;
                    case Slow(Victims victims, Duration delay, Duration jitter) ->
                        victims + " by " + delay.toMillis() + "±" + jitter.toMillis() + " ms";
                    case Loss(Victims victims, int percent) -> victims + ", " + percent + " % of the packets";
                    case Cut(Victims victims, Duration heldUp) ->
                        victims + ", answers held up " + heldUp.toMillis() + " ms before";
                    case Clock(Victims victims, Skew skew) -> victims + " " + skew.describe();
                    case SlowDisk(Victims victims, Duration delay) -> victims + " slow by " + delay.toMillis() + " ms";
                    case BrokenDisk disk -> disk.victims() + " " + disk.words();
                    case FullDisk(Victims victims) -> victims;
                    case PowerLoss(Victims victims) -> victims;
                    case Damage damage ->
                        damage.victims() + " " + damage.how().label()
                                + (damage.how() == FileDamage.OLD_SNAPSHOT
                                        ? " of " + damage.age().toMillis() + " ms before"
                                        : "");
                    case Member(Victims victims) -> victims;
                    case Upgrade upgrade -> "of all nodes, the primary last, unless that was done";
                    case Starve(Victims victims, int percent) -> victims + " to " + percent + " %";
                };
    }
}
