import dev.fallow.ContainerFile
import java.nio.file.Path

fun main() {
    ContainerFile.create(Path.of("run.h5")).use { file ->
        val run = file.root().createGroup("run1")
        run.createAttribute("temperature", 20.5)
        run.createDataset("image", Array(480) { DoubleArray(640) })
        run.createDataset("labels", arrayOf("a", "b"))
    }
    ContainerFile.open(Path.of("run.h5")).use { file ->
        val image = file.dataset("/run1/image").read(Array<DoubleArray>::class.java)
        check(image.size == 480 && image[0].size == 640)
        file.delete("/run1/image")
        file.flush()
        file.root().createDataset("smaller", Array(480) { FloatArray(640) })
        file.move("/run1/labels", "/labels")
        check(file.dataset("/labels").read(Array<String>::class.java).toList() == listOf("a", "b"))
    }
}
