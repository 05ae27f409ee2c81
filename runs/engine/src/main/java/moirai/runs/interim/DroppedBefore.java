package moirai.runs.interim;

import java.nio.file.Path;
import java.util.Optional;
import moirai.analysis.durability.AcknowledgedAppends;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.judged.JudgedText;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.Gone;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.NoteFile;
import moirai.history.keeping.SegmentKeeper;

/**
 * The part of a history that earlier processes have dropped, with their judgement of it, on the disk since before the
 * first segment went.
 */
public final class DroppedBefore {

    private static final String UNJUDGED =
            "segments were dropped by a version that did not note how it had judged them";

    private final Manifest manifest;
    private final Optional<JudgedBefore> judged;
    private final Optional<AcknowledgedAppends> acknowledged;
    private final String damage;

    /** Takes what is known of no note, or of a damaged one. */
    private DroppedBefore(Manifest manifest, String damage) {
        this.manifest = manifest;
        this.judged = Optional.empty();
        this.acknowledged = Optional.empty();
        this.damage = damage;
    }

    /** Reads the text of a note. */
    private DroppedBefore(Manifest manifest, Path directory, String text) {
        String note = directory.resolve(SegmentKeeper.JUDGED).toString();
        Gone gone = manifest.gone();
        this.manifest = manifest;
        this.judged = Optional.of(JudgedText.parse(note, text, header(directory))
                .dropped(gone.committed(), gone.aborted(), gone.indeterminate()));
        this.acknowledged = JudgedText.acknowledged(note, text);
        this.damage = "";
    }

    /**
     * Reads it.
     *
     * @param directory the one with the segments, which need not exist
     * @throws HistoryFormatException if the manifest or the judgement is damaged
     */
    public static DroppedBefore of(Path directory) {
        return of(Manifest.of(directory), directory);
    }

    /**
     * Reads it for a verdict of what is kept. A judgement that is damaged counts as missing, and {@link #unjudged}
     * names the damage.
     *
     * @throws HistoryFormatException if the manifest is damaged
     */
    public static DroppedBefore ofReadable(Path directory) {
        Manifest manifest = Manifest.of(directory);
        try {
            return of(manifest, directory);
        } catch (HistoryFormatException damaged) {
            return new DroppedBefore(
                    manifest,
                    "the note of how the segments that were dropped had been judged is damaged, "
                            + damaged.getMessage());
        }
    }

    private static DroppedBefore of(Manifest manifest, Path directory) {
        if (manifest.isEmpty() || !manifest.gone().isKnown()) {
            return new DroppedBefore(manifest, "");
        }
        return NoteFile.read(directory.resolve(SegmentKeeper.JUDGED))
                .map(text -> new DroppedBefore(manifest, directory, text))
                .orElseGet(() -> new DroppedBefore(manifest, ""));
    }

    private static RunHeader header(Path directory) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            tail.poll(1);
            return tail.header().orElse(RunHeader.NONE);
        }
    }

    /** Returns what was dropped. */
    public Manifest manifest() {
        return manifest;
    }

    /** Returns how it was judged; empty if nothing was dropped, or if nobody has noted it. */
    public Optional<JudgedBefore> judged() {
        return judged;
    }

    /**
     * Returns the appends that were acknowledged in the part that was dropped, and perhaps in others; empty if nothing
     * was dropped, or if nobody has noted them. The caller may add to them.
     */
    Optional<AcknowledgedAppends> acknowledged() {
        return acknowledged;
    }

    /** Returns the same, or as many as are known now: none, which are all only if nothing was dropped. */
    AcknowledgedAppends acknowledgedOrSome() {
        return acknowledged.orElseGet(
                () -> manifest.isEmpty() ? new AcknowledgedAppends() : AcknowledgedAppends.unknown());
    }

    /** Returns how many committed transactions were dropped whose appends nobody has noted. */
    long committedUnknown() {
        return acknowledged.isPresent() ? 0 : manifest.gone().committed();
    }

    /** Returns the time up to which all was judged; {@link Long#MIN_VALUE} if nothing was dropped. */
    long provenNanos() {
        return judged.map(known -> known.reach().provenNanos()).orElse(Long.MIN_VALUE);
    }

    /** Returns why nobody knows what was in the segments that were dropped; empty if it is known. */
    public String unjudged() {
        if (manifest.isEmpty() || judged.isPresent()) {
            return "";
        }
        return damage.isEmpty() ? UNJUDGED : damage;
    }

    /** Returns a sentence for people about what was dropped and judged; empty if nothing was. */
    public String note() {
        return judged.map(known -> "what parts before had dropped, "
                        + manifest.gone().txns() + " transactions up to " + Manifest.written(manifest.untilNanos())
                        + ", is judged by the note that they left, history/" + SegmentKeeper.JUDGED)
                .orElse(unjudged());
    }
}
