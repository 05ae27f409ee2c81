package moirai.analysis.columns;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Integers by group: the members of each group stand side by side in one column, ascending. 4 bytes a group and 4 a
 * member.
 */
public final class Groups {

    private final int[] ends;
    private final int[] members;

    private Groups(int[] ends, int[] members) {
        this.ends = ends;
        this.members = members;
    }

    /**
     * Groups the numbers from 0 to below {@code count}. O(numbers + groups), two passes.
     *
     * @param groupOf the group of a number, from 0; negative if the number is in none. Asked twice.
     */
    public static Groups of(int count, int groupCount, IntUnaryOperator groupOf) {
        int[] ends = new int[groupCount];
        for (int member = 0; member < count; member++) {
            int group = groupOf.applyAsInt(member);
            if (group >= 0) {
                ends[group]++;
            }
        }
        int total = 0;
        for (int group = 0; group < groupCount; group++) {
            int size = ends[group];
            // The place of the next member; once all are in, the end.
            ends[group] = total;
            total += size;
        }
        int[] members = new int[total];
        for (int member = 0; member < count; member++) {
            int group = groupOf.applyAsInt(member);
            if (group >= 0) {
                members[ends[group]++] = member;
            }
        }
        return new Groups(ends, members);
    }

    /** Returns the first place of the group. */
    public int first(int group) {
        return group == 0 ? 0 : ends[group - 1];
    }

    /** Returns the place behind the last one of the group. */
    public int end(int group) {
        return ends[group];
    }

    /** Returns the number of members of the group. */
    public int size(int group) {
        return end(group) - first(group);
    }

    /** Returns the number of members of all groups together. */
    public int size() {
        return members.length;
    }

    /** Returns the member at a place. */
    public int member(int place) {
        return members[place];
    }

    /** Returns a new array of the members of the group. */
    public int[] members(int group) {
        return Arrays.copyOfRange(members, first(group), end(group));
    }
}
