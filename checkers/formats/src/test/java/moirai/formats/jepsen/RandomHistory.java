package moirai.formats.jepsen;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Labels;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;

/** A history of any kind whose values, labels and texts are as unpleasant as a recording can make them. */
final class RandomHistory {

    private static final String[] LABELS = {
        ":x",
        "\"x\"",
        "x",
        "[1 2]",
        "#{1 2}",
        "{:a 1, :b [nil \"}\"]}",
        "1.5",
        "123456789012345678901234567890",
        "\"\\\"\\\\\\n\\u0001\"",
        "\"größer \uD83D\uDE00\"",
        "\"\\ud83d\"",
        ":nil",
        "true",
        "\\a",
        "##Inf",
        "#inst \"2026-01-01T00:00:00Z\"",
        ":ns/key.word-2",
        "\"\"",
        "\"{:edn 1}\"",
        "(quote-less symbol)".substring(1, 6),
    };

    private static final String[] TEXTS = {
        "",
        "40001",
        "größer\n\u0001",
        "\"quoted\\\"",
        "\uD83D\uDE00",
        "\uD83D",
        "a\u2028b",
        ":word",
        "{]",
        "\u007f\t\r",
    };

    private static final long[] LONGS = {
        0,
        1,
        -1,
        7,
        8,
        9,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE + 1,
        Long.MIN_VALUE
    };

    private static final int[] INTS = {
        0, 1, 2, 3, 4, 5, 6, -7, Integer.MAX_VALUE, Integer.MIN_VALUE + 1, Integer.MIN_VALUE + 2, -(1 << 30) - 1
    };

    private final Random random;
    private final DataModel model;
    private final HistoryBuilder history;
    private final boolean hasLabels;

    private RandomHistory(Random random) {
        this.random = random;
        this.model = List.of(DataModel.values()).get(random.nextInt(4));
        this.history = new HistoryBuilder(random.nextBoolean() ? RunHeader.NONE : header());
        this.hasLabels = random.nextInt(3) == 0;
    }

    static History of(Random random) {
        return new RandomHistory(random).make();
    }

    private RunHeader header() {
        return new RunHeader(
                new Seed(random.nextLong()),
                text(),
                text(),
                text(),
                text(),
                Instant.ofEpochSecond(random.nextInt(), 7));
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private History make() {
        if (random.nextInt(4) == 0) {
            history.untimed();
        }
        int txns = random.nextInt(8);
        long now = 0;
        var ends = new HashMap<Integer, Long>();
        for (int txn = 0; txn < txns; txn++) {
            int ops = random.nextInt(5);
            for (int op = 0; op < ops; op++) {
                op();
            }
            int session = random.nextInt(9) == 0 ? Integer.MAX_VALUE - random.nextInt(2) : random.nextInt(3);
            // Lines are not in the order of times, but no session goes back in time: a file of such a one is refused.
            long start = Math.max(now + random.nextInt(7) - 3, ends.getOrDefault(session, Long.MIN_VALUE));
            long end = start + random.nextInt(6);
            ends.put(session, end);
            history.end(session % (1 << 24), outcome(), start, end);
            now += random.nextInt(4);
        }
        for (int fault = random.nextInt(6) / 3; fault > 0; fault--) {
            FaultEvent.Phase phase = random.nextBoolean() ? FaultEvent.Phase.INJECTED : FaultEvent.Phase.HEALED;
            history.fault(
                    new FaultEvent(random.nextInt(9), phase, random.nextBoolean() ? "kill" : text() + "!", text()));
        }
        if (hasLabels) {
            history.labels(labels());
        }
        return history.build(random.nextInt(4) > 0);
    }

    private Labels labels() {
        var keys = new TreeMap<Long, String>();
        var values = new TreeMap<Long, String>();
        for (long key : LONGS) {
            if (random.nextBoolean()) {
                keys.put(key, unused(keys));
            }
        }
        for (int value : INTS) {
            if (random.nextBoolean() && model != DataModel.COUNTER) {
                values.put((long) value, unused(values));
            }
        }
        return Labels.of(keys, values);
    }

    private String unused(Map<Long, String> labels) {
        List<String> left = new ArrayList<>(Arrays.asList(LABELS));
        left.removeAll(labels.values());
        return left.get(random.nextInt(left.size()));
    }

    private Outcome outcome() {
        return switch (random.nextInt(4)) {
            case 0 -> new Outcome.Aborted(text());
            case 1 -> random.nextBoolean() ? Outcome.Indeterminate.UNFINISHED : new Outcome.Indeterminate(text());
            default -> new Outcome.Committed();
        };
    }

    private void op() {
        long key = LONGS[random.nextInt(LONGS.length)];
        if (random.nextInt(6) == 0) {
            history.unansweredRead(key);
            return;
        }
        boolean isRead = random.nextBoolean();
        int value = INTS[random.nextInt(INTS.length)];
        switch (model) {
            case LIST_APPEND -> {
                if (random.nextInt(4) == 0) {
                    scan();
                } else if (isRead) {
                    history.read(key, elements(), 3);
                } else {
                    history.append(key, value);
                }
            }
            case SET -> {
                if (isRead) {
                    history.readSet(key, elements(), 3);
                } else {
                    history.add(key, value);
                }
            }
            case COUNTER -> {
                if (isRead) {
                    history.readCounter(key, LONGS[random.nextInt(LONGS.length)]);
                } else {
                    history.increment(key, value);
                }
            }
            case REGISTER -> {
                if (!isRead) {
                    history.write(key, LONGS[random.nextInt(LONGS.length)]);
                } else if (random.nextBoolean()) {
                    history.readInitial(key);
                } else {
                    history.readValue(key, value);
                }
            }
        }
    }

    /** Returns two distinct numbers and one that may be either. */
    private int[] elements() {
        return new int[] {INTS[random.nextInt(4)], INTS[4 + random.nextInt(8)], INTS[random.nextInt(12)]};
    }

    /** Adds a scan without an answer, or with reads of its matches behind it. */
    private void scan() {
        int matches = random.nextInt(4) - 1;
        history.scan(LONGS[7 + 4 * random.nextInt(2)], LONGS[8 + random.nextInt(2)], matches);
        for (int match = 0; match < matches; match++) {
            history.read(match, elements(), 3);
        }
    }
}
