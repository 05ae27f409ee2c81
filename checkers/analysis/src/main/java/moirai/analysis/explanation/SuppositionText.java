package moirai.analysis.explanation;

import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.Attribution;
import moirai.analysis.Attributions;

/** Says which writes a proof supposes that reads returned, where several transactions wrote their values. */
final class SuppositionText {

    private final Attributions attributions;
    private final OpText words;

    SuppositionText(Attributions attributions, OpText words) {
        this.attributions = attributions;
        this.words = words;
    }

    /** Returns what the proof begins with. */
    List<ProofLine> before() {
        return attributions.supposed().stream()
                .map(supposed -> new ProofLine(ExplanationText.BULLET, sentence(supposed)))
                .toList();
    }

    /** Returns what follows the proof: it is that of one way to attribute the reads, and stands for all. */
    List<ProofLine> after() {
        if (attributions.refuted() < 2) {
            return List.of();
        }
        return List.of(new ProofLine(
                ExplanationText.BULLET,
                "So it is with all other ways to say which writes were read: " + attributions.refuted()
                        + " sets of suppositions were refuted, and each way contains one of them."));
    }

    private String sentence(Attribution supposed) {
        String read = words.read(supposed.reader(), supposed.readOp());
        if (supposed.writers().size() == 1) {
            return read + " from T" + supposed.writer() + ", because all others who wrote that overwrote it.";
        }
        String writers = supposed.writers().stream()
                .limit(supposed.writers().size() - 1L)
                .map(txn -> "T" + txn)
                .collect(Collectors.joining(", "));
        return read + ", which " + writers + " and T" + supposed.writers().getLast()
                + " wrote. Suppose it read that of T" + supposed.writer() + ".";
    }
}
