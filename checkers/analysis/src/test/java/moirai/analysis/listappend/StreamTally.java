package moirai.analysis.listappend;

import java.util.*;
import java.util.stream.*;
import moirai.analysis.*;
import moirai.analysis.streaming.*;
import moirai.history.*;
import moirai.history.level.*;

public class StreamTally {
    public static void main(String[] args) {
        net.jqwik.api.sessions.JqwikSession.run(() -> run(args));
    }

    static void run(String[] args) {
        int tries = Integer.parseInt(args[0]);
        String kind = args[1];
        int show = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        var arb = switch (kind) {
            case "plausible" -> Samples.plausible();
            case "wild" -> Samples.wild();
            case "serial" -> Samples.serial();
            case "scanning" -> Samples.scanning();
            default -> Samples.wildlyScanning();
        };
        var gen = arb.generator(1000, false);
        var tally = new TreeMap<String, Integer>();
        long seed0 = args.length > 3 ? Long.parseLong(args[3]) : 0;
        for (int i = 0; i < tries; i++) {
            var random = new Random(seed0 + i);
            Sample sample = Feeding.spread(gen.next(random).value());
            if (Feeding.readsTheFuture(sample.history())) {
                tally.merge("future", 1, Integer::sum);
                continue;
            }
            History history = sample.history();
            Findings batch = new ListAppendChecker().analyze(history);
            var limits = switch (random.nextInt(3)) {
                case 0 -> new ListAppendStream.Limits(0, 0, 0, 100);
                case 1 -> new ListAppendStream.Limits(1, 2, 2, 100);
                default -> ListAppendStream.Limits.DEFAULT;
            };
            ListAppendStream stream;
            Findings found;
            String what = "";
            try {
                stream = new Feeding(history, new Random(seed0 + i), 3).feed(limits, true);
                found = stream.findings().findings();
            } catch (RuntimeException e) {
                tally.merge("crash " + e, 1, Integer::sum);
                if (show-- > 0) {
                    System.out.println(sample);
                    e.printStackTrace(System.out);
                }
                continue;
            }
            Map<IsolationLevel, StreamProgress.Standing> levels =
                    stream.progress().levels();
            for (IsolationLevel level : IsolationLevel.values()) {
                String b = batch.at(level).getClass().getSimpleName();
                String s = switch (levels.get(level)) {
                    case HOLDS -> "Pass";
                    case BROKEN -> "Fail";
                    case UNKNOWN -> "Undecided";
                };
                String f = found.at(level).getClass().getSimpleName();
                if (!f.equals(s)) {
                    tally.merge("standing " + s + " findings " + f, 1, Integer::sum);
                }
                if (!b.equals(s)) {
                    what += " " + level.label() + " " + b + " -> " + s;
                    tally.merge("level " + b + " -> " + s + " " + level.label(), 1, Integer::sum);
                }
            }
            Set<String> bp = new TreeSet<>();
            batch.sightings().keySet().forEach(p -> bp.add(p.label()));
            Set<String> sp = new TreeSet<>();
            found.sightings().keySet().forEach(p -> sp.add(p.label()));
            if (!bp.equals(sp)) {
                var m = new TreeSet<>(bp);
                m.removeAll(sp);
                var x = new TreeSet<>(sp);
                x.removeAll(bp);
                tally.merge(
                        "phenomena" + (m.isEmpty() ? "" : " missing") + (x.isEmpty() ? "" : " extra"), 1, Integer::sum);
                if (!m.isEmpty()) what += " missing " + m;
                else if (args.length > 4) what += " extra " + x;
            }
            Set<String> bf = batch.sightings().values().stream()
                    .flatMap(List::stream)
                    .map(s -> s.shape().fingerprint())
                    .collect(Collectors.toSet());
            Set<String> sf = found.sightings().values().stream()
                    .flatMap(List::stream)
                    .map(s -> s.shape().fingerprint())
                    .collect(Collectors.toSet());
            if (!bf.equals(sf)) {
                tally.merge(
                        "fingerprints" + (sf.containsAll(bf) ? "" : " missing") + (bf.containsAll(sf) ? "" : " extra"),
                        1,
                        Integer::sum);
            }
            if (batch.txns() != found.txns()) tally.merge("txns", 1, Integer::sum);
            if (found.anomalies().isEmpty() != batch.anomalies().isEmpty())
                tally.merge("evidence missing", 1, Integer::sum);
            if (what.isEmpty()) tally.merge("same", 1, Integer::sum);
            else if (what.contains(System.getProperty("only", ""))
                    && (!what.contains("Undecided -> Fail"))
                    && show-- > 0) {
                System.out.println("seed " + (seed0 + i) + " " + limits + " "
                        + (what.length() > 150 ? what.substring(0, 150) : what) + "\n" + sample + batch.anomalies()
                        + "\n" + batch.doubts() + "\n" + "FOUND " + found.anomalies() + found.doubts());
            }
        }
        System.out.println(tries + " " + kind);
        tally.forEach((k, v) -> System.out.println("  " + v + " " + k));
    }
}
