package moirai.studies.programs;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source of the programs of the literature. */
public final class ProgramSources {

    private ProgramSources() {}

    /**
     * Returns the folder with a program's source.
     *
     * @param root the folder of the repository
     * @param program the last name of the program's package
     */
    public static Path folder(Path root, String program) {
        Path studied = root.resolve("runs/studies/src/main/java/moirai/studies/programs")
                .resolve(program);
        return Files.isDirectory(studied)
                ? studied
                : root.resolve("runs/programs/src/main/java/moirai/programs").resolve(program);
    }
}
