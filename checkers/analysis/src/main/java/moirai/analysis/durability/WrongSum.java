package moirai.analysis.durability;

/**
 * A counter or an account whose final reads contradict what was acknowledged, which no choice of the transactions of
 * unknown outcome explains.
 *
 * @param key the number of the counter or account
 * @param shown the value that final reads show: of several nodes the one nearest to {@code bound}
 * @param bound what all that was acknowledged makes of it at least, if less is shown, or else at most
 * @param lost the least number of acknowledged changes that have to be missing for that
 * @param firstFault the index of the fault to which the first acknowledged change points, see {@link
 *     LostWrite.Clues#fault}
 * @param lastFault the index of the fault to which the last one points
 */
public record WrongSum(long key, long shown, long bound, long lost, int firstFault, int lastFault) {

    /** Returns the amount that is missing, or that is too much. */
    public long amount() {
        return Math.abs(bound - shown);
    }
}
