import dev.fallow.ContainerFile
import java.nio.file.Path
import scala.util.Using

@main def example(): Unit =
  Using.resource(ContainerFile.create(Path.of("run.h5"))) { file =>
    val run = file.root().createGroup("run1")
    run.createAttribute("temperature", 20.5)
    run.createDataset("image", Array.ofDim[Double](480, 640))
    run.createDataset("labels", Array("a", "b"))
  }
  Using.resource(ContainerFile.open(Path.of("run.h5"))) { file =>
    val image = file.dataset("/run1/image").read(classOf[Array[Array[Double]]])
    require(image.length == 480 && image(0).length == 640)
    file.delete("/run1/image")
    file.flush()
    file.root().createDataset("smaller", Array.ofDim[Float](480, 640))
    file.move("/run1/labels", "/labels")
    require(file.dataset("/labels").read(classOf[Array[String]]).toList == List("a", "b"))
  }
