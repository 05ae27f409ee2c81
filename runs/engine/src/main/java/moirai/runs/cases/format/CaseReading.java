package moirai.runs.cases.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.analysis.durability.WriteKind;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.Labels;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.Case;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.Origin;
import moirai.runs.cases.StatementOrder;

/** A reader of a case from the fields of its file. It checks everything, since the file is untrusted. */
final class CaseReading {

    private static final Pattern TURN = Pattern.compile("T(\\d{1,9})\\.(\\d{1,9})");
    private static final String LEVELS = "one of " + String.join(", ", IsolationLevel.NAMES.labels());

    private static final List<Phenomenon> PHENOMENA = List.of(Phenomenon.values());

    private CaseReading() {}

    static Case of(CaseFields file) {
        if (file.has("schema")) {
            return ExploredFields.ofFormer(file);
        }
        file.one("format", List.of(CaseFormat.NAME), Function.identity(), "'" + CaseFormat.NAME + "'");
        long version = file.number("version", 1, Integer.MAX_VALUE);
        if (version > CaseFormat.VERSION) {
            throw file.refused(
                    "version",
                    String.valueOf(version),
                    "at most " + CaseFormat.VERSION + ", which is what this version of Moirai reads");
        }
        // The first version knew histories alone.
        String kind = version == 1 ? CaseTree.HISTORY : file.text("kind");
        return switch (kind) {
            case CaseTree.HISTORY -> ofHistory(file);
            case CaseTree.EXPLORED ->
                ExploredFields.read(
                        file,
                        ofExecution(file.object("claim")),
                        minimality(file),
                        confirmations(file, fields -> StatementOrder.FREE));
            case CaseTree.PREDICTED -> PredictedFields.read(file, confirmations(file, fields -> StatementOrder.FREE));
            default ->
                throw file.refused(
                        "kind",
                        "'" + kind + "'",
                        "'" + CaseTree.HISTORY + "', '" + CaseTree.EXPLORED + "' or '" + CaseTree.PREDICTED + "'");
        };
    }

    private static HistoryCase ofHistory(CaseFields file) {
        Claim.OfHistory claim = claim(file.object("claim"));
        CaseFields origin = file.object("origin");
        History history = history(file.object("history"), header(origin));
        if (!claim.isShownIn(history)) {
            throw file.refused(
                    "history.transactions", "do not show " + claim.label() + ", which is claimed", "some that do");
        }
        List<Confirmation> confirmations =
                confirmations(file, fields -> fields.has("order") ? order(fields, history) : StatementOrder.FREE);
        return new HistoryCase(claim, history, origin(origin, history), minimality(file), confirmations);
    }

    private static Minimality minimality(CaseFields file) {
        return file.has("minimal") ? Minimality.of(file.flag("minimal")) : Minimality.UNKNOWN;
    }

    private static List<Confirmation> confirmations(CaseFields file, Function<CaseFields, StatementOrder> order) {
        return file.objects("confirmations").stream()
                .map(fields -> confirmation(fields, order.apply(fields)))
                .toList();
    }

    private static Claim.OfHistory claim(CaseFields claim) {
        String kind = claim.text("kind");
        return switch (kind) {
            case "forbidden" ->
                new Claim.Forbidden(
                        claim.one("phenomenon", PHENOMENA, Phenomenon::label, "one of " + phenomena()),
                        claim.known("level", IsolationLevel.NAMES::named, LEVELS));
            default -> lost(claim, kind);
        };
    }

    private static Claim.Lost lost(CaseFields claim, String label) {
        WriteKind kind = WriteKind.lost(label)
                .filter(known -> !known.isOfSums())
                .orElseThrow(() -> claim.refused(
                        "kind", "'" + label + "'", "'forbidden', 'lost-append', 'lost-add' or 'lost-write'"));
        long value = kind == WriteKind.WRITE
                ? claim.number("value", Long.MIN_VALUE, Long.MAX_VALUE)
                : claim.number("element", Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new Claim.Lost(kind, claim.text("key"), value);
    }

    private static Claim.OfExecution ofExecution(CaseFields claim) {
        String kind = claim.text("kind");
        String level = ExploredFields.level(claim, "level");
        return switch (kind) {
            case "broken-assertion" -> new Claim.BrokenAssertion(claim.text("failure"), level);
            case "not-allowed" -> new Claim.NotAllowed(ExploredFields.level(claim, "required"), level);
            default -> throw claim.refused("kind", "'" + kind + "'", "'broken-assertion' or 'not-allowed'");
        };
    }

    private static String phenomena() {
        return PHENOMENA.stream().map(Phenomenon::label).collect(Collectors.joining(", "));
    }

    private static RunHeader header(CaseFields origin) {
        String expect = origin.text("expect");
        if (!expect.isEmpty() && IsolationLevel.NAMES.named(expect).isEmpty()) {
            throw origin.refused("expect", "'" + expect + "'", LEVELS);
        }
        return new RunHeader(
                origin.parsed("seed", Seed::parse, "1 to 16 hexadecimal digits"),
                origin.text("workload"),
                origin.text("isolation"),
                expect,
                origin.text("database"),
                origin.parsed("started", Instant::parse, "a time such as 2026-11-01T12:00:00Z"));
    }

    private static Origin origin(CaseFields origin, History history) {
        List<Integer> txns = origin.counts("txns");
        if (!txns.isEmpty() && txns.size() != history.txnCount()) {
            throw origin.refused(
                    "txns", txns.size() + " numbers", "as many as there are transactions, " + history.txnCount());
        }
        return new Origin(
                origin.text("product"),
                origin.has("url") ? origin.text("url") : "",
                origin.texts("argv"),
                origin.count("txn-count", history.txnCount()),
                txns);
    }

    private static History history(CaseFields fields, RunHeader header) {
        String place = fields.source() + ": " + fields.field() + ".transactions";
        // No text of the list has a line break, so lines are counted as the list's elements are, but from 1.
        History parsed = HistoryNotation.parse(place, String.join("\n", fields.texts("transactions")));
        var builder = new HistoryBuilder(header)
                .labels(Labels.of(fields.labels("key-labels"), fields.labels("value-labels")));
        if (!fields.flag("timed")) {
            builder.untimed();
        }
        if (fields.has("faults")) {
            fields.objects("faults").forEach(fault -> builder.fault(fault(fault)));
        }
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        try {
            return builder.build(fields.flag("complete"));
        } catch (IllegalArgumentException refused) {
            throw new HistoryFormatException(place, CaseFields.shortened(String.valueOf(refused.getMessage())));
        }
    }

    private static FaultEvent fault(CaseFields fault) {
        return new FaultEvent(
                fault.number("nanos", Long.MIN_VALUE, Long.MAX_VALUE),
                fault.one("phase", List.of(FaultEvent.Phase.values()), CaseFields::phase, "'injected' or 'healed'"),
                fault.text("fault"),
                fault.text("target"));
    }

    private static Confirmation confirmation(CaseFields fields, StatementOrder order) {
        int attempts = fields.count("attempts", 1);
        int unknown = fields.count("unknown", 0);
        int shown = fields.count("shown", 0);
        if ((long) shown + unknown > attempts) {
            throw fields.refused(
                    "shown",
                    shown + ", beside " + unknown + " unknown",
                    "no more of both than there are attempts, " + attempts);
        }
        return new Confirmation(
                fields.known("control", Control::named, "one of " + Control.labels()),
                order,
                shown,
                attempts,
                unknown,
                new Confirmation.Place(fields.text("database"), fields.text("isolation")));
    }

    private static StatementOrder order(CaseFields fields, History history) {
        List<String> texts = fields.texts("order");
        String expected =
                "'T0.0' and so on: each begin (step 0), op and end of each transaction once, in its own order";
        var turns = new ArrayList<StatementOrder.Turn>();
        for (String text : texts) {
            Matcher matcher = TURN.matcher(text);
            if (!matcher.matches()) {
                throw fields.refused("order[" + turns.size() + "]", "'" + text + "'", expected);
            }
            turns.add(new StatementOrder.Turn(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
        }
        var order = new StatementOrder(turns);
        if (!order.isOf(history)) {
            throw fields.refused("order", "'" + order + "'", expected);
        }
        return order;
    }
}
