package moirai.packing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/*
 * What the jar has no more, in bytes: the names and types of local variables, 2.9 million; sizes that its directory has
 * as well, 0.25 million; entries of folders, 0.17 million; 0.06 million by the best compression. Debuggers show the
 * names of local variables, and so does the message of a NullPointerException, whose stack trace still has the line.
 */
/** Replaces a jar by a smaller one that does the same: {@code java Pack.java LARGE SMALL}. The build packs Moirai. */
public final class Pack {

    /** An entry as it is written. */
    private record Packed(ZipArchiveEntry entry, byte[] content) {}

    private Pack() {}

    public static void main(String[] args) throws IOException {
        Path small = Path.of(args[1]);
        Path unfinished = Path.of(args[1] + ".part");
        try (var large = new ZipFile(args[0])) {
            List<? extends ZipEntry> entries = Collections.list(large.entries());
            // In the order of the entries: that of the manifest comes first.
            List<Packed> packed = entries.parallelStream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> packed(large, entry))
                    .toList();
            try (var out = new ZipArchiveOutputStream(unfinished)) {
                out.setUseZip64(Zip64Mode.Never);
                for (Packed entry : packed) {
                    out.addRawArchiveEntry(entry.entry(), new ByteArrayInputStream(entry.content()));
                }
            }
        }
        // A jar that is only half written would pass for one that works.
        Files.move(unfinished, small, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(Path.of(args[0]));
    }

    private static Packed packed(ZipFile from, ZipEntry old) {
        byte[] content;
        try (InputStream in = from.getInputStream(old)) {
            content = in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (old.getName().endsWith(".class")) {
            content = withoutVariables(content);
        }
        byte[] deflated = deflated(content);
        boolean isSmaller = deflated.length < content.length;
        var checksum = new CRC32();
        checksum.update(content);
        var entry = new ZipArchiveEntry(old.getName());
        entry.setTime(old.getTime());
        entry.setMethod(isSmaller ? ZipEntry.DEFLATED : ZipEntry.STORED);
        entry.setCrc(checksum.getValue());
        entry.setSize(content.length);
        entry.setCompressedSize(isSmaller ? deflated.length : content.length);
        return new Packed(entry, isSmaller ? deflated : content);
    }

    private static byte[] withoutVariables(byte[] type) {
        var written = new ClassWriter(0);
        new ClassReader(type)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, written) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(
                                        api, super.visitMethod(access, name, descriptor, signature, thrown)) {
                                    @Override
                                    public void visitLocalVariable(
                                            String variable, String of, String generic, Label from, Label to, int at) {
                                        // Left out.
                                    }
                                };
                            }
                        },
                        0);
        return written.toByteArray();
    }

    private static byte[] deflated(byte[] content) {
        var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            var bytes = new byte[content.length + content.length / 1000 + 64];
            int size = deflater.deflate(bytes);
            if (!deflater.finished()) {
                throw new IllegalStateException("more than " + bytes.length + " bytes");
            }
            return Arrays.copyOf(bytes, size);
        } finally {
            deflater.end();
        }
    }
}
