package moirai.analysis.axioms;

/** Counts the steps of one decision against its budget. */
public final class StepMeter {

    private long left;

    public StepMeter(StepBudget budget) {
        this.left = budget.steps();
    }

    /**
     * Takes steps from the budget.
     *
     * @param steps how many, at least 0
     */
    public void spend(long steps) {
        left -= steps;
    }

    /** Returns the number of steps that are left; negative if more were spent than the budget had. */
    public long left() {
        return left;
    }

    /** Returns whether more was spent than the budget has. */
    public boolean isExhausted() {
        return left < 0;
    }
}
