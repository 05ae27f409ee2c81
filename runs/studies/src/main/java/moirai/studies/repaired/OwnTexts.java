package moirai.studies.repaired;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.directed.program.Origin;
import moirai.directed.repairs.Fix;
import moirai.sources.SourceCode;
import moirai.sources.TxnSource;

/*
 * Example: Amalgamate.run calls Accounts.checking, and so does Balance.run. If only the former is to lock what it
 * reads, Accounts is copied to AccountsOfAmalgamate, and Amalgamate calls that.
 */
/** A separation of statements that transactions share, so that a lock concerns the one that a repair names. */
final class OwnTexts {

    private final Path folder;
    private final SourceCode code;

    /** @param folder a copy of the sources, with what {@code code} was read from */
    OwnTexts(Path folder, SourceCode code) {
        this.folder = folder;
        this.code = code;
    }

    /**
     * Gives each transaction with a lock its own copy of the files with the SELECTs that it locks, if it is the only
     * transaction of its file, and that file itself uses the class.
     */
    void separate(List<Fix> fixes) throws IOException {
        for (TxnSource txn : code.txns()) {
            var files = new TreeSet<String>();
            for (Fix fix : fixes) {
                if (fix instanceof Fix.Lock lock && lock.txn().equals(txn.txn())) {
                    files.addAll(files(lock));
                }
            }
            for (String file : files) {
                separate(txn, file);
            }
        }
    }

    private Set<String> files(Fix.Lock lock) {
        var files = new TreeSet<String>();
        lock.selects().stream()
                .flatMap(label -> code.translation().program().txn(lock.txn()).origin(label).stream())
                .map(Origin::file)
                .forEach(files::add);
        return files;
    }

    private void separate(TxnSource txn, String shared) throws IOException {
        String outer = topLevel(txn.className());
        boolean isAlone = code.txns().stream()
                        .filter(other -> topLevel(other.className()).equals(outer))
                        .count()
                == 1;
        Optional<Path> user = file(outer + ".java");
        Optional<Path> used = file(shared);
        if (!isAlone || user.isEmpty() || used.isEmpty() || user.equals(used)) {
            return;
        }
        String type = String.valueOf(used.get().getFileName()).replaceFirst("\\.java$", "");
        Pattern name = Pattern.compile("\\b" + Pattern.quote(type) + "\\b");
        String content = Files.readString(user.get());
        if (name.matcher(content).find()) {
            String own = type + "Of" + outer;
            Files.writeString(user.get(), name.matcher(content).replaceAll(own));
            Files.writeString(
                    Objects.requireNonNull(used.get().getParent()).resolve(own + ".java"),
                    name.matcher(Files.readString(used.get())).replaceAll(own));
        }
    }

    private static String topLevel(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replaceFirst("\\$.*", "");
    }

    private Optional<Path> file(String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(file -> file.endsWith(name)).toList();
            return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
        }
    }
}
