package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.clients.jdbc.dialects.MockDialect;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/** The mock store as a product; it shows any behaviour that a level allows. */
final class MockProduct implements SqlProduct {

    private static final IsolationLevel KEEPS_LISTS = IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;

    @Override
    public String name() {
        return "mock";
    }

    @Override
    public String form() {
        return "mock[:LEVEL]";
    }

    @Override
    public List<String> arguments() {
        return StoreLevels.NAMES.labels();
    }

    @Override
    public Optional<String> argument(String text) {
        return StoreLevels.NAMES.named(text).map(StoreLevels.NAMES::label);
    }

    @Override
    public String describe(String argument) {
        return "mock store in this process";
    }

    @Override
    public List<String> levels() {
        return arguments();
    }

    @Override
    public Optional<String> level(String text) {
        return argument(text);
    }

    /** Returns the requested level, by default serializable, as for any database. */
    @Override
    public String isolation(Wish wish) {
        if (wish.argument().isEmpty()) {
            return SqlProduct.super.isolation(wish);
        }
        if (!wish.isolation().isEmpty() && !wish.isolation().equals(wish.argument())) {
            throw new IllegalArgumentException("--isolation " + wish.isolation() + " and --db " + name() + ":"
                    + wish.argument() + " name two levels: leave one out");
        }
        return wish.argument();
    }

    /**
     * Returns the structures that the mock store can serve; with any other it would seem to break its promises. The
     * existence of a row is one item and its value another, so at read committed a transaction may see one writer's
     * value and miss, for another key, the row that it wrote to; for a register that is a missed value. Accounts are
     * loaded before the run, and a read may return an older state.
     */
    @Override
    public Set<Structure> structures() {
        return Set.of(Structure.LISTS);
    }

    @Override
    public Target target(Wish wish) {
        IsolationLevel level = StoreLevels.NAMES.named(isolation(wish)).orElseThrow();
        return new Target.Mock(level, JdbcClients.of(new MockDialect(StoreLevels.NAMES.label(level)), wish));
    }

    @Override
    public Optional<CaseEngine> engine() {
        return Optional.of(CaseEngine.MOCK);
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.startsWith(name());
    }

    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return StoreLevels.NAMES.named(isolation).filter(MockProduct::keepsLists);
    }

    @Override
    public Optional<String> exception(String isolation) {
        return StoreLevels.NAMES
                .named(isolation)
                .filter(level -> !keepsLists(level))
                .map(StoreLevels.NAMES::label)
                .map(level -> "no bug of the mock store, which promises nothing about lists at " + level
                        + ": lists branch"
                        + " because an append is a read and a write of a row, and below "
                        + KEEPS_LISTS.label() + " two transactions may read the same row and both write it;"
                        + " what it keeps of " + level + " it keeps for rows");
    }

    @Override
    public IsolationLevel expected(String isolation) {
        return StoreLevels.NAMES.named(isolation).orElse(IsolationLevel.SERIALIZABLE);
    }

    /**
     * Returns whether no append is lost: of two transactions that write a row, one sees the other's version or is
     * refused.
     */
    private static boolean keepsLists(IsolationLevel level) {
        return level.implies(KEEPS_LISTS);
    }
}
