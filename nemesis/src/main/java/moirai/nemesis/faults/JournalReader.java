package moirai.nemesis.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of a journal on the disk.
 *
 * @param run the name of the run
 * @param steps in the order in which they were taken
 * @param isTorn whether the file ends in the middle of a line, as after a death of its run: that step was not taken
 * @param wholeBytes where the last whole line ends
 */
public record JournalReader(String run, List<Entry> steps, boolean isTorn, long wholeBytes) {

    /**
     * A step and its time.
     *
     * @param at the date and time, in ISO 8601
     */
    public record Entry(String at, FaultNews news, List<ProcessMark> processes) {
        public Entry {
            processes = List.copyOf(processes);
        }
    }

    public JournalReader {
        steps = List.copyOf(steps);
    }

    /**
     * Reads a journal, whether its run lives or not.
     *
     * @throws JournalException if it is no journal; the message names file and line
     * @throws IOException if it cannot be read
     */
    public static JournalReader read(Path file) throws IOException {
        return of(file, Files.readAllBytes(file));
    }

    /** Parses these bytes of the file. */
    static JournalReader of(Path file, byte[] bytes) {
        int whole = lastLineFeed(bytes) + 1;
        String[] lines = new String(bytes, 0, whole, StandardCharsets.UTF_8).split("\n", -1);
        String run = "";
        var steps = new ArrayList<Entry>();
        for (int i = 0; i < lines.length - 1; i++) {
            try {
                JsonNode line = FaultJournal.JSON.readTree(lines[i]);
                if (i == 0) {
                    run = run(line);
                } else {
                    steps.add(entry(line));
                }
            } catch (JsonProcessingException | IllegalArgumentException wrong) {
                throw new JournalException(file + ": line " + (i + 1) + " is not a step of a fault journal: '"
                        + lines[i].substring(0, Math.min(80, lines[i].length())) + "'");
            }
        }
        return new JournalReader(run, steps, whole < bytes.length, whole);
    }

    private static int lastLineFeed(byte[] bytes) {
        int last = bytes.length - 1;
        while (last >= 0 && bytes[last] != '\n') {
            last--;
        }
        return last;
    }

    private static String run(JsonNode line) {
        if (line.path("journal").asInt() != FaultJournal.VERSION) {
            throw new IllegalArgumentException("not the first line of a journal");
        }
        return line.path("run").asText();
    }

    private static Entry entry(JsonNode line) {
        FaultStep step = Arrays.stream(FaultStep.values())
                .filter(known -> known.label().equals(line.path("step").asText()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no step"));
        var processes = new ArrayList<ProcessMark>();
        line.path("processes")
                .forEach(mark -> processes.add(new ProcessMark(
                        mark.path("pid").asLong(), mark.path("started").asLong())));
        return new Entry(
                line.path("at").asText(),
                new FaultNews(
                        line.path("id").asInt(),
                        step,
                        line.path("nanos").asLong(),
                        line.path("fault").asText(),
                        line.path("target").asText(),
                        line.path("why").asText()),
                processes);
    }

    /** Returns the faults that may still be there: for each, its steps so far, in order. */
    public List<List<Entry>> open() {
        Map<Integer, List<Entry>> faults = new LinkedHashMap<>();
        for (Entry entry : steps) {
            faults.computeIfAbsent(entry.news().id(), id -> new ArrayList<>()).add(entry);
        }
        return faults.values().stream()
                .filter(fault -> !fault.getLast().news().step().isEnd())
                .map(List::copyOf)
                .toList();
    }
}
