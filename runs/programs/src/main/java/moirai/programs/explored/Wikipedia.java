package moirai.programs.explored;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** Users who read, watch and update pages (paper, section 7.2; Difallah et al., "OLTP-Bench", 2013). */
final class Wikipedia implements Application {

    private static final Table PAGES = new Table("page");
    private static final Table REVISIONS = new Table("revision");
    private static final Table TEXTS = new Table("text");
    private static final Table USERS = new Table("user");
    private static final Table GROUPS = new Table("group");
    private static final Table WATCHES = new Table("watch");
    private static final Table RESTRICTIONS = new Table("restriction");
    private static final Table BLOCKS = new Table("block");
    private static final Table CHANGES = new Table("change");
    private static final Table LOGS = new Table("log");

    /**
     * The namespace of talk pages; that of articles is the number before. A user who watches an article watches its
     * talk page.
     */
    private static final int TALK = 1;

    private record Page(int space, String title, int latest) {}

    private record Revision(int page, int text, String comment) {}

    private record User(int edits, String touched) {}

    /** The parts of an article that a reader is shown. */
    private record Article(int page, int revision, int text) {}

    @Override
    public String label() {
        return "wikipedia";
    }

    @Override
    public List<Table> tables() {
        return List.of(PAGES, REVISIONS, TEXTS, USERS, GROUPS, WATCHES, RESTRICTIONS, BLOCKS, CHANGES, LOGS);
    }

    @Override
    public List<CallKind<Stored>> rows() {
        return List.of(
                PAGES.row(
                        "id, namespace, title, revision",
                        1,
                        row -> new Page(row.number(1), row.text(2), row.number(3))),
                REVISIONS.row(
                        "id, page, text, comment", 1, row -> new Revision(row.number(1), row.number(2), row.text(3))),
                TEXTS.row("id, page", 1, row -> "text of " + row.number(1)),
                USERS.row("id, edits", 1, row -> new User(row.number(1), "before")),
                new CallKind<>("watch(user, namespace, title, notified|unnotified)", (initial, row) -> {
                    boolean isNotified = row.is(3, "notified", "unnotified");
                    WATCHES.add(initial, watched(row), isNotified ? "before" : "");
                }));
    }

    @Override
    public List<CallKind<Called>> calls() {
        return List.of(
                new CallKind<>("getPageAnonymous(address, namespace, title)", (call, mark) -> {
                    int space = call.number(1);
                    return txn -> pageOfAddress(txn, call.text(0), space, call.text(2));
                }),
                new CallKind<>("getPageAuthenticated(address, user, namespace, title)", (call, mark) -> {
                    int user = call.number(1);
                    int space = call.number(2);
                    return txn -> pageOfUser(txn, user, space, call.text(3));
                }),
                onWatch("addWatchList", Wikipedia::watch),
                onWatch("removeWatchList", Wikipedia::unwatch),
                new CallKind<>("updatePage(title, namespace, user, address, comment)", (call, mark) -> {
                    var update = new PageUpdate(call.text(0), call.number(1), call.number(2), call.text(4), mark);
                    return txn -> update(txn, update, call.text(3));
                }));
    }

    /** Returns the key of a row of the watch list, which is the first three arguments of the call. */
    private static Id watched(Call call) {
        return Id.of(call.number(0), call.number(1), call.text(2));
    }

    private interface WatchChange {
        Object apply(Txn txn, Id watch, String mark);
    }

    private static CallKind<Called> onWatch(String name, WatchChange change) {
        return new CallKind<>(name + "(user, namespace, title)", (call, mark) -> {
            Id watch = watched(call);
            return txn -> change.apply(txn, watch, mark);
        });
    }

    private static Article pageOfAddress(Txn txn, String address, int space, String title) {
        Id page = page(txn, space, title);
        BLOCKS.rows(txn, id -> id.startsWith(address), String.class);
        return article(txn, page);
    }

    private static Article pageOfUser(Txn txn, int user, int space, String title) {
        USERS.rowOrAbort(txn, Id.of(user), User.class);
        GROUPS.rows(txn, id -> id.startsWith(user), String.class);
        Id page = page(txn, space, title);
        BLOCKS.rows(txn, id -> id.endsWith(user), String.class);
        return article(txn, page);
    }

    /** Returns the id of a page. All pages are read, because there is no index of titles. */
    private static Id page(Txn txn, int space, String title) {
        Id page = PAGES.entries(txn, every -> true, Page.class).entrySet().stream()
                .filter(entry -> entry.getValue().space() == space
                        && entry.getValue().title().equals(title))
                .findFirst()
                .map(Map.Entry::getKey)
                .orElseThrow(txn::abort);
        RESTRICTIONS.rows(txn, id -> id.startsWith(page.number(0)), String.class);
        return page;
    }

    private static Article article(Txn txn, Id page) {
        int latest = PAGES.rowOrAbort(txn, page, Page.class).latest();
        Revision revision = REVISIONS
                .row(txn, Id.of(latest), Revision.class)
                .filter(found -> found.page() == page.number(0))
                .orElseThrow(txn::abort);
        TEXTS.rowOrAbort(txn, Id.of(revision.text()), String.class);
        return new Article(page.number(0), latest, revision.text());
    }

    private static Object watch(Txn txn, Id watch, String mark) {
        WATCHES.insert(txn, watch, "");
        if (watch.number(1) != TALK) {
            WATCHES.insert(txn, talk(watch), "");
        }
        touch(txn, watch.number(0), mark);
        return "watched";
    }

    private static Object unwatch(Txn txn, Id watch, String mark) {
        WATCHES.delete(txn, watch);
        if (watch.number(1) != TALK) {
            WATCHES.delete(txn, talk(watch));
        }
        touch(txn, watch.number(0), mark);
        return "not watched";
    }

    private static Id talk(Id watch) {
        return Id.of(watch.number(0), TALK, watch.parts().get(2));
    }

    private static void touch(Txn txn, int user, String mark) {
        USERS.change(txn, Id.of(user), User.class, is -> new User(is.edits(), mark));
    }

    private record PageUpdate(String title, int space, int user, String comment, String mark) {}

    private static Object update(Txn txn, PageUpdate update, String address) {
        Id page = Id.of(
                pageOfAddress(txn, address, update.space(), update.title()).page());
        int text = next(TEXTS, txn);
        TEXTS.insert(txn, Id.of(text), "text by " + update.mark());
        int revision = next(REVISIONS, txn);
        REVISIONS.insert(txn, Id.of(revision), new Revision(page.number(0), text, update.comment()));
        PAGES.change(txn, page, Page.class, is -> new Page(is.space(), is.title(), revision));
        CHANGES.insert(txn, Id.of(next(CHANGES, txn)), update.mark());
        notifyWatchers(txn, update);
        LOGS.insert(txn, Id.of(next(LOGS, txn)), update.mark());
        USERS.change(txn, Id.of(update.user()), User.class, is -> new User(is.edits() + 1, is.touched()));
        touch(txn, update.user(), update.mark());
        return "revision " + revision;
    }

    private static void notifyWatchers(Txn txn, PageUpdate update) {
        Map<Id, String> watches = WATCHES.entries(txn, id -> id.endsWith(update.space(), update.title()), String.class);
        watches.forEach((watch, notified) -> {
            if (notified.isEmpty() && watch.number(0) != update.user()) {
                WATCHES.update(txn, watch, update.mark());
                USERS.row(txn, Id.of(watch.number(0)), User.class);
            }
        });
    }

    /**
     * Returns a generated key, as {@code SELECT MAX(id) + 1} does. Transactions that look at the same time get the same
     * key.
     */
    private static int next(Table table, Txn txn) {
        List<Id> ids = table.ids(txn);
        return ids.isEmpty() ? 1 : ids.getLast().number(0) + 1;
    }

    @Override
    public List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions) {
        List<Id> pages = rows.stream()
                .filter(row -> row.name().equals(PAGES.name()))
                .filter(page -> rows.stream()
                        .anyMatch(row -> row.name().equals(REVISIONS.name())
                                && row.number(0) == page.number(3)
                                && row.number(1) == page.number(0)))
                .map(page -> Id.of(page.number(0)))
                .toList();
        return List.of(
                new ProgramTxn("every page has its latest revision", txn -> assertRevisions(txn, pages)),
                new ProgramTxn("each update has a revision and counts as an edit", txn -> assertEdits(txn, rows)));
    }

    private static Object assertRevisions(Txn txn, List<Id> pages) {
        for (Id page : pages) {
            int latest = PAGES.rowOrAbort(txn, page, Page.class).latest();
            Optional<Revision> revision = REVISIONS.row(txn, Id.of(latest), Revision.class);
            if (revision.isEmpty() || revision.get().page() != page.number(0)) {
                throw new AssertionError("page " + page + " has latest revision " + latest + ", which is "
                        + revision.map(found -> "of page " + found.page()).orElse("not there"));
            }
        }
        return "holds";
    }

    private static Object assertEdits(Txn txn, List<Call> rows) {
        int edits = USERS.rows(txn, every -> true, User.class).stream()
                .mapToInt(User::edits)
                .sum();
        int revisions = REVISIONS.ids(txn).size();
        int editsBefore = 0;
        int revisionsBefore = 0;
        for (Call row : rows) {
            editsBefore += row.name().equals(USERS.name()) ? row.number(1) : 0;
            revisionsBefore += row.name().equals(REVISIONS.name()) ? 1 : 0;
        }
        if (edits - editsBefore != revisions - revisionsBefore) {
            throw new AssertionError((edits - editsBefore) + " edits were counted, and there are "
                    + (revisions - revisionsBefore) + " new revisions");
        }
        return "holds";
    }

    @Override
    public String randomRows() {
        return "page(1, 0, Paris, 11); revision(11, 1, 21, first); text(21, 1);"
                + " page(2, 0, Lisbon, 12); revision(12, 2, 22, first); text(22, 2); user(1, 0); user(2, 0)";
    }

    @Override
    public Call randomCall(SplittableRandom random, int number) {
        int user = random.nextInt(1, 3);
        String title = random.nextBoolean() ? "Paris" : "Lisbon";
        return switch (random.nextInt(6)) {
            case 0 -> Call.of("getPageAnonymous", "127.0.0.1", 0, title);
            case 1 -> Call.of("getPageAuthenticated", "127.0.0.1", user, 0, title);
            case 2 -> Call.of("addWatchList", user, 0, title);
            case 3 -> Call.of("removeWatchList", user, 0, title);
            default -> Call.of("updatePage", title, 0, user, "127.0.0.1", "edit " + number);
        };
    }
}
